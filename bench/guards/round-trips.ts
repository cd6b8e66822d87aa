import { once } from 'node:events';
import type { Redis } from 'ioredis';
import type { DelayProxy } from '../delay-proxy.ts';
import { type Guard, newData } from './guard.ts';

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

/** What stands in front of a Redis, and a way to it past that. */
export interface Counted {
  readonly proxy: DelayProxy;
  readonly redis: Redis;
}

/**
 * Counted once everything is warm: connected, and scripts known to Redis.
 * @param at the Redis that the guard uses, behind a proxy
 */
export async function costsOf({ submit, skipOf }: Guard, at: Counted): Promise<Costs> {
  const [warm, counted] = [newData(), newData()];
  await submit?.(warm);
  await skipOf?.(warm)();
  const ofSubmit = submit && (await costOf(() => submit(counted), at));
  const skip = skipOf?.(counted);
  if (submit === undefined) await skip?.();
  const ofSkip = skip && (await costOf(skip, at));
  return { ...(ofSubmit && { submit: ofSubmit }), ...(ofSkip && { skip: ofSkip }) };
}

async function costOf(work: () => Promise<void>, { proxy, redis }: Counted): Promise<Cost> {
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
