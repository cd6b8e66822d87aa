/** The worker as a plain process, on a real Redis, a queue of the emulator, the packaged Chromium and the demo target. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { Redis } from 'ioredis';
import { startChild } from '../../local/children.ts';
import { type DemoTargetOptions, startDemoTarget } from '../../local/demo-target.ts';
import { messagesLeft, readMessages, sendMessages, sqsClient, startSqs } from '../../local/queues.ts';
import { startRedis } from '../../local/redis.ts';
import { commandsOf, treeOf } from '../lambda/process-tree.ts';
import { initLedger } from '../support/ledger.ts';
import { until } from '../support/until.ts';

/** A message that is not given back would be hidden for this long. */
const VISIBILITY_SECONDS = '600';

const ROOT = join(import.meta.dirname, '..', '..');
const SCRIPT = join(ROOT, 'cli', 'worker.ts');
/** What npm starts: it starts the worker, and passes signals on to it. */
export const STARTER = join(ROOT, 'local', 'run.mjs');

type Fields = Readonly<Record<string, unknown>>;

/** All of it ends with the test that called it. */
export async function startSurroundings(options: DemoTargetOptions = {}) {
  const stops: (() => unknown)[] = [];
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const redis = await startRedis();
  stops.push(() => redis.stop());
  await initLedger(redis.url);
  const emulator = await startSqs();
  stops.push(() => emulator.stop());
  const target = await startDemoTarget(options);
  stops.push(() => target.stop());
  const sqs = sqsClient(emulator.endpoint);
  const create = async (QueueName: string) => {
    const Attributes = { VisibilityTimeout: VISIBILITY_SECONDS };
    return (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '';
  };
  const [queueUrl, parkingUrl] = [await create('submissions'), await create('parking')];
  const client = new Redis(redis.url);
  stops.push(() => client.disconnect());
  const addresses = {
    redisUrl: redis.url,
    sqsEndpoint: emulator.endpoint,
    queueUrl,
    parkingUrl,
    demoTarget: target.url,
    evidenceFolder: '',
  };

  return {
    target,
    send: (...bodies: unknown[]) => sendMessages(sqs, queueUrl, bodies),
    left: () => messagesLeft(sqs, queueUrl),
    /** What another worker would receive now. */
    visible: () => readMessages(sqs, queueUrl),
    parked: () => readMessages(sqs, parkingUrl),
    /** The only record that there is. */
    async record(): Promise<Record<string, string>> {
      const [key] = await client.keys('sekali:{*}:record');
      return key === undefined ? {} : client.hgetall(key);
    },
    leases: () => client.keys('sekali:{*}:lease'),
    /** Resolves when it takes submissions. */
    async startWorker(
      params: Readonly<Record<string, string | number>> = {},
      starter: readonly string[] = [],
    ) {
      const all = Object.entries({ ...addresses, ...params });
      const given = all.flatMap(([name, value]) => ['--param', `${name}=${value}`]);
      const worker = await startProcess([...starter, SCRIPT, ...given]);
      stops.push(() => worker.kill());
      await until('a worker that takes submissions', () => worker.said('taking submissions')[0]);
      return worker;
    },
  };
}

async function startProcess(args: readonly string[]) {
  const child = await startChild(process.execPath, [...args], {
    // No AWS variable: on one machine it needs none.
    env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.process.stdout, child.process.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  return {
    pid: child.pid,
    lines,
    /** Its log lines with a message. */
    said: (message: string): Fields[] => lines.map(fieldsOf).filter((fields) => fields.message === message),
    signal: (signal: NodeJS.Signals) => process.kill(child.pid, signal),
    /** How it ended, and after how many milliseconds from now. */
    async ended() {
      const startMs = performance.now();
      await child.exited;
      const { exitCode, signalCode } = child.process;
      return { exitCode, signalCode, tookMs: performance.now() - startMs };
    },
    kill: () => child.kill('SIGKILL'),
    /** As `| head` does: its next line cannot be written. */
    stopReading() {
      child.process.stdout?.destroy();
      child.process.stderr?.destroy();
    },
    footprint: () => footprintOf(child.pid),
  };
}

export interface Footprint {
  readonly pids: readonly number[];
  readonly folders: readonly string[];
}

/** What of a process must be gone when it is: to be called while its browser runs. */
export function footprintOf(pid: number): Footprint {
  const commands = commandsOf(pid).join('\n');
  const folders = commands.matchAll(/--(?:sekali-folder|user-data-dir)=(\S+)/g);
  return { pids: treeOf(pid), folders: [...new Set([...folders].map(([, folder = '']) => folder))] };
}

/** What is still there of it. A zombie runs no more; only whatever is process 1 of this machine can put it away. */
export function leftOf({ pids, folders }: Footprint): (number | string)[] {
  return [...pids.filter(isRunning), ...folders.filter(existsSync)];
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function fieldsOf(line: string): Fields {
  return line.startsWith('{') ? JSON.parse(line) : {};
}
