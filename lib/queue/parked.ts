import { GetQueueAttributesCommand, type Message } from '@aws-sdk/client-sqs';
import type { FieldError } from '../submission/errors.ts';
import { MOVED_BY_QUEUE, ParkedWalk, reasonOf, sentMs } from './parked-walk.ts';
import { type ParkingQueues, parkAnew, remove, sendAgain } from './send-again.ts';

/** Long enough for one walk, short enough that a crash in the middle does not keep people waiting. */
const HIDE_SECONDS = 30;

/** A message in the parking queue. */
export interface Parked {
  /** SQS' own; a copy has another one. */
  readonly id: string;
  readonly body: string;
  readonly reason: string;
  readonly errors: readonly FieldError[];
  /** As the worker wrote it; absent where it could tell none, and where the queue itself moved the message. */
  readonly key?: string;
  readonly createdAtMs: number;
  /** Not known where the queue itself moved it. */
  readonly parkedAtMs?: number;
}

/** One that was found, hidden from everybody else until the answer. */
export interface Found extends Parked {
  /** To the queue of submissions, as old as it was. @returns the new id, `undefined` where it is too large */
  retry(): Promise<string | undefined>;
  /** A fresh copy in the parking queue. @returns the new id, `undefined` where it is too large */
  keep(): Promise<string | undefined>;
  discard(): Promise<void>;
}

export interface Looked {
  readonly messages: readonly Parked[];
  /** Whether these are all. */
  readonly complete: boolean;
}

export interface LookOptions {
  readonly most: number;
  /** Milliseconds; a walk that takes longer stops where it is. */
  readonly withinMs: number;
}

/** What is parked, up to `most`. Messages that somebody else looks at in this moment are not seen. @throws Error of SQS */
export async function parkedMessages(
  queues: ParkingQueues,
  { most, withinMs }: LookOptions,
): Promise<Looked> {
  const walk = new ParkedWalk({ ...queues, hideSeconds: HIDE_SECONDS });
  const messages: Parked[] = [];
  try {
    for await (const batch of walk.batches()) {
      messages.push(...batch.map(parkedOf));
      if (messages.length >= most || Date.now() - walk.startedMs >= withinMs) break;
    }
    return { messages: messages.slice(0, most), complete: walk.complete };
  } finally {
    await walk.end();
  }
}

/**
 * Finds messages and does something with them while nobody else sees them.
 * @param isIt whether it is one of them; the whole queue is looked through, unless `found` are enough
 * @throws Error of SQS, and what `act` throws
 */
export async function withParked<Answer>(
  queues: ParkingQueues,
  { isIt, enough, withinMs }: { isIt(one: Parked): boolean; enough: number; withinMs: number },
  act: (found: readonly Found[], complete: boolean) => Promise<Answer>,
): Promise<Answer> {
  const walk = new ParkedWalk({ ...queues, hideSeconds: HIDE_SECONDS });
  const found: Found[] = [];
  try {
    for await (const batch of walk.batches()) {
      for (const message of batch) {
        const parked = parkedOf(message);
        if (isIt(parked)) found.push(foundOf(parked, message, walk, queues));
      }
      if (found.length >= enough || Date.now() - walk.startedMs >= withinMs) break;
    }
    return await act(found, walk.complete);
  } finally {
    await walk.end();
  }
}

/**
 * Whether messages are hidden in this moment: perhaps somebody else looks. AWS counts about, and may take up to a minute to notice
 * that our own look is over. @throws Error of SQS
 */
export async function someAreHidden({ client, parkingUrl }: ParkingQueues): Promise<boolean> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: parkingUrl,
      AttributeNames: ['ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return Number(Attributes?.ApproximateNumberOfMessagesNotVisible) > 0;
}

function foundOf(parked: Parked, message: Message, walk: ParkedWalk, queues: ParkingQueues): Found {
  const moved = async (moving: Promise<string | undefined>) => {
    const id = await moving;
    if (id !== undefined) walk.taken(message);
    return id;
  };
  return {
    ...parked,
    retry: () => moved(sendAgain(queues, message)),
    keep: () => moved(parkAnew(queues, message)),
    async discard() {
      await remove(queues, message);
      walk.taken(message);
    },
  };
}

function parkedOf(message: Message): Parked {
  const attribute = (name: string) => message.MessageAttributes?.[name]?.StringValue;
  const key = attribute('key');
  const reason = reasonOf(message);
  const createdAtMs = Date.parse(attribute('createdAt') ?? '');
  return {
    id: message.MessageId ?? '',
    body: message.Body ?? '',
    reason,
    errors: errorsOf(attribute('errors')),
    ...(key !== undefined && { key }),
    createdAtMs: Number.isNaN(createdAtMs) ? sentMs(message) : createdAtMs,
    ...(reason !== MOVED_BY_QUEUE && { parkedAtMs: sentMs(message) }),
  };
}

/** Anybody who may send to the queue could have written it. */
function errorsOf(text = '[]'): readonly FieldError[] {
  try {
    const errors: unknown = JSON.parse(text);
    return Array.isArray(errors) ? errors.flatMap(errorOf) : [];
  } catch {
    return [];
  }
}

function errorOf(error: unknown): FieldError[] {
  if (typeof error !== 'object' || error === null) return [];
  const { field, message } = error as Partial<Record<keyof FieldError, unknown>>;
  return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
}
