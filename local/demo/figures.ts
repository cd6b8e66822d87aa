/** What the demo's stack really did, each figure from the part that knows it. */
import { existsSync } from 'node:fs';
import { Redis } from 'ioredis';
import { messagesLeft, readMessages } from '../queues.ts';
import type { Stack } from '../stack.ts';
import { parseLogLine } from '../worker-log.ts';
import { identityOf } from './messages.ts';

export interface Progress {
  /** Messages that are still in the queue. */
  readonly left: number;
  readonly entries: number;
  readonly parked: number;
}

/** While it works. */
export async function progressOf({ sqs, queueUrl, parkingUrl, target }: Stack): Promise<Progress> {
  const [left, parked] = await Promise.all([messagesLeft(sqs, queueUrl), messagesLeft(sqs, parkingUrl)]);
  return { left, entries: target.entries().length, parked };
}

export interface Facts extends Progress {
  /** How often the target accepted each identity. */
  readonly entriesByIdentity: ReadonlyMap<string, number>;
  /** Messages that the worker answered `done` because an earlier one had done the work: from its log. */
  readonly skipped: number;
  /** Records of the ledger by phase. */
  readonly phases: ReadonlyMap<string, number>;
  /** Why messages were parked. */
  readonly reasons: readonly string[];
  /** A picture of a receipt, where one was taken. */
  readonly screenshot?: string;
}

/** Once the queue is empty. */
export async function factsOf(stack: Stack): Promise<Facts> {
  const progress = await progressOf(stack);
  const parked = await readMessages(stack.sqs, stack.parkingUrl);
  const records = await readRecords(stack.redisUrl);
  const entriesByIdentity = new Map<string, number>();
  for (const entry of stack.target.entries()) add(entriesByIdentity, identityOf(entry));
  const phases = new Map<string, number>();
  for (const { phase = 'none' } of records) add(phases, phase);
  const screenshot = records.find(
    (record) => record.phase === 'submitted' && isFile(record.screenshot),
  )?.screenshot;
  return {
    ...progress,
    entriesByIdentity,
    skipped: skippedMessages(stack),
    phases,
    reasons: parked.map(({ MessageAttributes }) => MessageAttributes?.reason?.StringValue ?? 'no reason'),
    ...(screenshot === undefined ? {} : { screenshot }),
  };
}

function isFile(path: string | undefined): boolean {
  return path !== undefined && existsSync(path);
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function skippedMessages({ offline }: Stack): number {
  const ids = new Set<unknown>();
  for (const line of offline.flatMap((one) => one.lines())) {
    const fields = parseLogLine(line);
    if (fields?.message === 'delivery finished' && fields.skipped === true) ids.add(fields.messageId);
  }
  return ids.size;
}

interface LedgerRecord {
  readonly phase?: string;
  readonly screenshot?: string;
}

async function readRecords(redisUrl: string): Promise<LedgerRecord[]> {
  const redis = new Redis(redisUrl);
  try {
    const keys = await redis.keys('sekali:{*}:record');
    return await Promise.all(
      keys.map(async (key) => {
        const [phase, outcome] = await redis.hmget(key, 'phase', 'outcome');
        const { evidence }: { evidence?: string } = JSON.parse(outcome || '{}');
        return { ...(phase ? { phase } : {}), ...(evidence ? { screenshot: evidence } : {}) };
      }),
    );
  } finally {
    redis.disconnect();
  }
}
