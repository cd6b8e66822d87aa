import type { Connection } from '../ledger/connection.ts';
import { dropEvent, keepEvent, keptEvents, readDue, told } from '../ledger/due.ts';
import type { Meta } from '../ledger/meta.ts';
import { messageOf } from '../submission/errors.ts';
import type { Outcomes, ParkedDelivery, Telemetry } from '../submission/ports.ts';
import { untilAborted } from '../submission/until-aborted.ts';
import { type Event, endOf, jsonOf, parkedOf } from './event.ts';
import { inGroups } from './in-groups.ts';
import type { EventSink } from './sink.ts';

export interface TellerParts {
  /** Absent: nobody is told, and ends stay due. */
  readonly sink?: EventSink;
  readonly connection: Connection;
  readonly meta: Meta;
  readonly retentionMs: number;
  readonly stage: string;
  readonly telemetry: Pick<Telemetry, 'warn' | 'count'>;
  /** For one event: to read what is due, to tell it, and to write that it was told. */
  readonly timeoutMs: number;
  /** To keep the event of a parked message: beyond what telling may take, since nothing else holds it. */
  readonly keepTimeoutMs: number;
}

/**
 * Tells producers what the ledger says became of submissions: each end at least once. An end is due until the sink has taken
 * it, so whatever breaks off in between is told again, under the same id.
 */
export class Teller implements Outcomes {
  readonly #parts: TellerParts;

  constructor(parts: TellerParts) {
    this.#parts = parts;
  }

  /** Whether anybody is told. */
  get tells(): boolean {
    return this.#parts.sink !== undefined;
  }

  async tell(key: string, withinMs: number): Promise<boolean> {
    const { connection, meta, stage } = this.#parts;
    return this.#tries({ key }, withinMs, async (put) => {
      const record = await readDue(connection, key, meta);
      if (record === undefined) return;
      await put(endOf(key, record, stage));
      await told(connection, key, record);
    });
  }

  async tellParked(parked: ParkedDelivery, withinMs: number): Promise<boolean> {
    if (!this.tells) return false;
    const event = parkedOf(parked, this.#parts.stage);
    const { id } = event;
    if (await this.#tries({ id }, withinMs, (put) => put(event))) return true;
    try {
      await untilAborted(
        AbortSignal.timeout(this.#parts.keepTimeoutMs),
        keepEvent(this.#parts.connection, { id, json: jsonOf(event) }, this.#parts),
      );
    } catch (thrown) {
      // Nothing else holds it any more, as far as is known.
      this.#fails({ event }, thrown);
    }
    return false;
  }

  /** Tells the ends of many keys. @returns how many */
  async tellAll(keys: readonly string[], withinMs: () => number): Promise<number> {
    return inGroups(keys, (key) => this.tell(key, withinMs()));
  }

  /** Tells what `tellParked` could not. @returns how many. @throws LedgerError */
  async tellKept(withinMs: () => number): Promise<number> {
    const { connection, meta } = this.#parts;
    const kept = this.tells ? Object.entries(await keptEvents(connection, meta)) : [];
    return inGroups(kept, ([id, json]) =>
      this.#tries({ id }, withinMs(), async (put) => {
        await put(JSON.parse(json) as Event);
        await dropEvent(connection, id);
      }),
    );
  }

  close(): void {
    this.#parts.connection.close();
    this.#parts.sink?.close();
  }

  async #tries(
    what: object,
    withinMs: number,
    act: (put: (event: Event) => Promise<void>) => Promise<void>,
  ): Promise<boolean> {
    const { sink, timeoutMs } = this.#parts;
    if (sink === undefined || !(withinMs > 0)) return false;
    const signal = AbortSignal.timeout(Math.min(withinMs, timeoutMs));
    try {
      await untilAborted(
        signal,
        act((event) => sink.put(event, signal)),
      );
      return true;
    } catch (thrown) {
      this.#fails(what, thrown);
      return false;
    }
  }

  #fails(what: object, thrown: unknown): void {
    this.#parts.telemetry.count('EventsFailed');
    this.#parts.telemetry.warn('an event was not told', { ...what, why: messageOf(thrown) });
  }
}
