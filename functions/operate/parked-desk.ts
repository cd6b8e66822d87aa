import type { Connection } from '../../lib/ledger/connection.ts';
import { type Note, note } from '../../lib/ledger/note.ts';
import { preview } from '../../lib/ledger/preview.ts';
import { readRecord } from '../../lib/ledger/records.ts';
import type { LedgerOptions } from '../../lib/ledger/redis-ledger.ts';
import {
  type Found,
  type Parked,
  parkedMessages,
  someAreHidden,
  withParked,
} from '../../lib/queue/parked.ts';
import type { ParkingQueues } from '../../lib/queue/send-again.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import type { Telemetry } from '../../lib/submission/ports.ts';
import { type Reader, type Understood, understand } from './parked-view.ts';
import { unacceptable, type WillAnswer, willAnswer } from './will-answer.ts';

/** On one screen. */
const MOST = 200;
/** API Gateway waits for 30 s. */
const WITHIN_MS = 20_000;

export interface DeskParts extends Reader {
  readonly queues: ParkingQueues;
  readonly connection: Connection;
  readonly ledgerOptions: Pick<LedgerOptions, 'meta' | 'retentionMs'>;
  readonly telemetry: Pick<Telemetry, 'info' | 'warn'>;
}

/** A parked message, and what would become of it. */
export interface OnDesk {
  readonly message: Parked;
  readonly understood: Understood;
  /** As the worker wrote it, or computed from the body where the queue itself moved it. */
  readonly key?: string;
  /** Of the record, now. */
  readonly phase?: string;
  readonly willAnswer: WillAnswer;
}

export type Decision = { readonly did: Note['did']; readonly who: string; readonly why: string };

/** What came of a search for one message by its id, or by the key of its submission. */
export type Missed =
  /** `surely`: else somebody may have it in this moment, or it lies further on. */
  | { readonly kind: 'none'; readonly surely: boolean }
  | { readonly kind: 'several'; readonly ids: readonly string[] };

export type Decided =
  | { readonly kind: 'done'; readonly newId?: string; readonly on: OnDesk }
  /** A retry of what was perhaps sent. */
  | { readonly kind: 'unknown'; readonly on: OnDesk }
  | { readonly kind: 'tooLarge' }
  | Missed;

/** Where people decide about parked messages: behind the API, the command line and the console. */
export class ParkedDesk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** What is parked, up to 200 messages. @throws LedgerError, Error of SQS */
  async list(): Promise<{ readonly messages: readonly OnDesk[]; readonly complete: boolean }> {
    const { messages, complete } = await parkedMessages(this.#parts.queues, {
      most: MOST,
      withinMs: WITHIN_MS,
    });
    return { messages: await Promise.all(messages.map((message) => this.#onDesk(message))), complete };
  }

  /** One message, and what a retry would meet: nothing is done. @throws LedgerError, Error of SQS */
  look(idOrKey: string): Promise<{ readonly kind: 'found'; readonly on: OnDesk } | Missed> {
    return this.#withOne(idOrKey, async (message) => ({ kind: 'found', on: await this.#onDesk(message) }));
  }

  /**
   * Retries, keeps or discards one message; the log tells, and the record's history where there is a record.
   * @throws LedgerError before anything was done, Error of SQS
   */
  decide(idOrKey: string, decision: Decision): Promise<Decided> {
    return this.#withOne(idOrKey, async (message): Promise<Decided> => {
      const on = await this.#onDesk(message);
      if (decision.did === 'retried' && on.phase === 'unknown') return { kind: 'unknown', on };
      const newId = await carryOut(message, decision.did);
      if (newId === undefined) return { kind: 'tooLarge' };
      await this.#tell(on, decision);
      return { kind: 'done', on, ...(newId !== '' && { newId }) };
    });
  }

  async #withOne<Answer>(
    idOrKey: string,
    act: (message: Found) => Promise<Answer>,
  ): Promise<Answer | Missed> {
    const { queues } = this.#parts;
    // Ids are of SQS, and hold no dot; keys do.
    const isKey = idOrKey.includes('.');
    const isIt = (one: Parked) =>
      (isKey ? this.#keyOf(one, understand(one.body, this.#parts)) : one.id) === idOrKey;
    // A key may stand for several, and none of them is to be chosen blindly.
    const enough = isKey ? Number.POSITIVE_INFINITY : 1;
    const answer = await withParked<Answer | Missed | 'noneSeen' | 'notAll'>(
      queues,
      { isIt, enough, withinMs: WITHIN_MS },
      async ([one, ...more], complete) => {
        if (one === undefined) return complete ? 'noneSeen' : 'notAll';
        if (more.length > 0) return { kind: 'several', ids: [one, ...more].map(({ id }) => id) };
        return act(one);
      },
    );
    if (answer !== 'noneSeen' && answer !== 'notAll') return answer;
    // Only now: what we had hidden ourselves is to be seen again.
    return { kind: 'none', surely: answer === 'noneSeen' && !(await someAreHidden(queues)) };
  }

  #keyOf(message: Parked, { accepted }: Understood): string | undefined {
    return message.key ?? accepted?.key;
  }

  async #onDesk(message: Parked): Promise<OnDesk> {
    const { connection, ledgerOptions } = this.#parts;
    const understood = understand(message.body, this.#parts);
    const key = this.#keyOf(message, understood);
    const { accepted, timely = true, wrong = 'the form has changed' } = understood;
    const [record, answer] = await Promise.all([
      key === undefined ? undefined : readRecord(connection, key),
      accepted &&
        preview(
          connection,
          {
            key: accepted.key,
            form: accepted.form.name,
            dataHash: accepted.dataHash,
            createdAtMs: message.createdAtMs,
          },
          ledgerOptions,
        ),
    ]);
    return {
      message,
      understood,
      ...(key !== undefined && { key }),
      ...(record?.phase && { phase: record.phase }),
      willAnswer: answer === undefined ? unacceptable(wrong) : willAnswer(answer, timely),
    };
  }

  /** What was done is done: a Redis that is away keeps it out of the record's history, not out of the log. */
  async #tell({ message, key }: OnDesk, { did, who, why }: Decision): Promise<void> {
    const { connection, telemetry } = this.#parts;
    telemetry.info(`parked message ${did}`, { messageId: message.id, key, reason: message.reason, who, why });
    if (key === undefined) return;
    await note(connection, key, { who, did, why }).catch((thrown: unknown) => {
      telemetry.warn('not in the history of the record', { key, did, why: messageOf(thrown) });
    });
  }
}

/** @returns the id of what was sent in its place, '' where nothing was, `undefined` where it is too large to be sent */
async function carryOut(message: Found, did: Note['did']): Promise<string | undefined> {
  switch (did) {
    case 'retried':
      return message.retry();
    case 'kept':
      return message.keep();
    case 'discarded':
      await message.discard();
      return '';
    default:
      return did satisfies never;
  }
}
