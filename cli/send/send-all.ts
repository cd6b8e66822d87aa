import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Checked } from './check.ts';
import type { Journal } from './journal.ts';
import { batchesOf, type Entry, sendBatch } from './send-batch.ts';

/** So many batches are on their way at once; then the journal is written. What a kill makes us send again is no more than this. */
const BATCHES_AT_ONCE = 8;
const SHOW_EVERY_MS = 1_000;

export interface Sending {
  readonly client: Pick<SQSClient, 'send'>;
  readonly queueUrl: string;
  readonly messages: readonly Checked[];
  readonly journal: Journal;
  /** Whether to stop. Asked between batches. */
  readonly interrupted: () => boolean;
  readonly show: (text: string) => void;
}

export interface Refused {
  readonly line: number;
  readonly why: string;
}

export interface Sent {
  /** Now, by this process. */
  readonly accepted: number;
  readonly refused: readonly Refused[];
  readonly complete: boolean;
  readonly tookMs: number;
  /** Of the last one that was accepted. */
  readonly messageId?: string;
}

/** Sends what the journal does not know as accepted. @throws Error where the queue does not answer; the journal tells how far it came */
export async function sendAll(sending: Sending): Promise<Sent> {
  const { client, queueUrl, messages, journal, interrupted, show } = sending;
  const startedMs = performance.now();
  const { createdAt, next } = journal.state;
  // Those that the queue refused before come first: nothing else is known to be missing.
  const todo = [...journal.state.refused, ...[...messages.keys()].slice(next)].map((index) =>
    entry(index, messages, createdAt),
  );
  let refused = [...journal.state.refused];
  const whys = new Map<number, string>();
  let accepted = 0;
  let messageId: string | undefined;
  let complete = true;
  const batches = batchesOf(todo);
  let shownMs = startedMs;
  for (let at = 0; at < batches.length; at += BATCHES_AT_ONCE) {
    if (interrupted()) {
      complete = false;
      break;
    }
    const wave = batches.slice(at, at + BATCHES_AT_ONCE);
    // All come to their end, one that fails or not: none is to be sent behind our back.
    const answers = await Promise.allSettled(wave.map((batch) => sendBatch(client, queueUrl, batch)));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    for (const { accepted: ids, refused: why } of answers.flatMap(fulfilled)) {
      accepted += ids.size;
      messageId = [...ids.values()].at(-1) ?? messageId;
      refused = refused.filter((index) => !ids.has(index) && !why.has(index)).concat(...why.keys());
      for (const [index, text] of why) whys.set(index, text);
    }
    const last = wave.at(-1)?.at(-1)?.index ?? 0;
    await journal.save({ next: Math.max(journal.state.next, last + 1), refused });
    const nowMs = performance.now();
    if (nowMs - shownMs < SHOW_EVERY_MS) continue;
    shownMs = nowMs;
    const rate = Math.round(accepted / ((nowMs - startedMs) / 1_000));
    const inQueue = journal.state.next - refused.length;
    show(`${number(inQueue)} of ${number(messages.length)} lines are in the queue, ${number(rate)} a second`);
  }
  return {
    accepted,
    refused: [...whys].map(([index, why]) => ({ line: messages[index]?.line ?? 0, why })),
    complete,
    tookMs: performance.now() - startedMs,
    ...(messageId !== undefined && { messageId }),
  };
}

function fulfilled<T>(answer: PromiseSettledResult<T>): T[] {
  return answer.status === 'fulfilled' ? [answer.value] : [];
}

function entry(index: number, messages: readonly Checked[], createdAt: string): Entry {
  return { index, body: JSON.stringify({ createdAt, ...messages[index]?.message }) };
}

export function number(value: number): string {
  return value.toLocaleString('en-US');
}
