import { once } from 'node:events';
import { Redis } from 'ioredis';
import { type DelayProxy, startDelayProxy } from '../delay-proxy.ts';
import { type Contender, type Guard, newData, type Place } from './guard.ts';

/** What one submission, or one duplicate, costs Redis. */
export interface Cost {
  /** How often the guard waited for an answer: what is pipelined behind something else is none of its own. */
  readonly roundTrips: number;
  /** Commands that Redis was sent, by their names, as MONITOR saw them; those of a script are not among them. */
  readonly commands: readonly string[];
  /** Commands that scripts ran. */
  readonly inScripts: number;
}

export interface Costs {
  readonly submit?: Cost;
  readonly skip?: Cost;
}

/** Counted once everything is warm: connected, and scripts known to Redis. */
export async function costsOf(contender: Contender, port: number, replicas: number): Promise<Costs> {
  const proxy = await startDelayProxy(port, 0);
  const place: Place = { url: `redis://127.0.0.1:${proxy.port}`, replicas };
  const guard = await contender.open(place);
  const direct = new Redis(port, '127.0.0.1');
  try {
    const [warm, counted] = [newData(), newData()];
    await guard.submit?.(warm);
    await guard.skip?.(warm);
    const submit = guard.submit && (await costOf(() => guard.submit?.(counted), proxy, direct));
    if (submit === undefined) await guard.skip?.(counted);
    const skip = guard.skip && (await costOf(() => guard.skip?.(counted), proxy, direct));
    return { ...(submit && { submit }), ...(skip && { skip }) };
  } finally {
    guard.close();
    direct.disconnect();
    await proxy.close();
  }
}

async function costOf(
  work: () => ReturnType<NonNullable<Guard['submit']>> | undefined,
  proxy: DelayProxy,
  redis: Redis,
): Promise<Cost> {
  const monitor = await redis.monitor();
  const seen: { readonly command: string; readonly source: string }[] = [];
  const ended = new Promise<void>((resolve) => {
    monitor.on('monitor', (_time: string, [command = '', text]: string[], source: string) => {
      if (text === MARK) resolve();
      else seen.push({ command: command.toUpperCase(), source });
    });
  });
  proxy.roundTrips();
  await work();
  const roundTrips = proxy.roundTrips();
  await redis.echo(MARK);
  await ended;
  monitor.disconnect();
  if (monitor.status !== 'end') await once(monitor, 'end');
  const byScript = seen.filter(({ source }) => source === 'lua');
  const commands = seen.filter((one) => !byScript.includes(one)).map(({ command }) => command);
  return { roundTrips, commands, inScripts: byScript.length };
}

/** By it the monitor knows that it has seen all. */
const MARK = 'all was seen';
