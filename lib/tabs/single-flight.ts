import { KeyPayloadMismatchError, LockBusyError, NotSentError } from './errors.ts';
import { hashOf, nameOf, randomId } from './names.ts';
import type { Change, Clock, Receipt, Store } from './ports.ts';
import type { TabLocks, WithLocksOptions } from './with-locks.ts';

export interface Attempt {
  /** The idempotency key: goes with every try, so that the server takes one. */
  readonly key: string;
  /** Fires when this tab must let go, at the hold limit too. What was on its way may have arrived. */
  readonly signal: AbortSignal;
  /** An earlier try with this key may have arrived. */
  readonly again: boolean;
}

export interface FlightOptions<R>
  extends Pick<WithLocksOptions, 'waitMs' | 'holdMs' | 'signal' | 'onWaiting'> {
  /** What is sent: a key that was used for other content is refused. */
  readonly payload?: string;
  /** Asks the server what became of the key, before it is sent again. Undefined: the server does not know it. */
  readonly ask?: (attempt: Attempt) => Promise<R | undefined>;
  /** While another tab sends: wait for what becomes of it, or be told at once. */
  readonly whenBusy?: 'wait' | 'skip';
}

export type Landing<R> =
  | { readonly outcome: 'sent' | 'already-sent'; readonly receipt: R }
  /** Another tab is at it; only with `whenBusy: 'skip'`. */
  | { readonly outcome: 'in-flight-elsewhere' }
  /** It may have arrived. The same call, with the same key, finds out. */
  | { readonly outcome: 'unknown'; readonly cause: unknown };

export interface FlightParts {
  readonly namespace: string;
  readonly locks: TabLocks;
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * One send for one key over all tabs, also one after the other. The lock alone keeps apart only what happens at the same
 * time; the receipt, read and written under it, is what a later tab finds. What the server does with the key stays the
 * last word: this browser is not the only one.
 */
export class SingleFlight {
  readonly #parts: FlightParts;
  readonly #inTab = new Map<
    string,
    { readonly payloadHash: string | undefined; readonly landing: Promise<unknown> }
  >();

  constructor(parts: FlightParts) {
    this.#parts = parts;
  }

  /**
   * Calls for one key in this tab share one flight; the signal of the first cancels it for all.
   * @throws KeyPayloadMismatchError; NotSentError when `send` threw it; LockTimeoutError and the like: nothing was sent
   */
  fly<R>(
    key: string,
    send: (attempt: Attempt) => Promise<R>,
    options: FlightOptions<R> = {},
  ): Promise<Landing<R>> {
    const payloadHash = options.payload === undefined ? undefined : hashOf(options.payload);
    const running = this.#inTab.get(key);
    if (running !== undefined) {
      if (running.payloadHash !== payloadHash) return Promise.reject(new KeyPayloadMismatchError());
      return running.landing as Promise<Landing<R>>;
    }
    const landing = this.#flyAlone(key, send, payloadHash, options).finally(() => this.#inTab.delete(key));
    this.#inTab.set(key, { payloadHash, landing });
    return landing;
  }

  async #flyAlone<R>(
    key: string,
    send: (attempt: Attempt) => Promise<R>,
    payloadHash: string | undefined,
    { ask, whenBusy = 'wait', waitMs, holdMs, signal, onWaiting }: FlightOptions<R>,
  ): Promise<Landing<R>> {
    const name = nameOf(this.#parts.namespace, 'flight', key);
    const limits = { ...(waitMs !== undefined && { waitMs }), ...(holdMs !== undefined && { holdMs }) };
    let sending = false;
    let landed: Landing<R> | undefined;
    try {
      return await this.#parts.locks.withLocks(
        [{ name: key, kind: 'flight' }],
        async (held) => {
          const flight = new Flight<R>(this.#parts, name, payloadHash);
          const claim = await flight.claim();
          if ('receipt' in claim) return { outcome: 'already-sent', receipt: claim.receipt };
          held.signal.throwIfAborted();
          sending = true;
          landed = await flight.send({ key, signal: held.signal, again: claim.again }, send, ask);
          return landed;
        },
        { ...limits, signal, onWaiting, ifAvailable: whenBusy === 'skip' },
      );
    } catch (error) {
      if (error instanceof LockBusyError) return { outcome: 'in-flight-elsewhere' };
      if (error instanceof NotSentError || !sending) throw error;
      // The lock went in the middle. What is known is known; the rest may have arrived.
      return landed ?? { outcome: 'unknown', cause: error };
    }
  }
}

/** One try under the lock. Its record goes `claimed`, then `acked` or `unknown`; what is acked stays so. */
class Flight<R> {
  readonly #parts: FlightParts;
  readonly #name: string;
  readonly #payloadHash: string | undefined;
  readonly #attempt = randomId();
  /** What an earlier try left: it may have arrived. */
  #before: Receipt | undefined;

  constructor(parts: FlightParts, name: string, payloadHash: string | undefined) {
    this.#parts = parts;
    this.#name = name;
    this.#payloadHash = payloadHash;
  }

  async claim(): Promise<{ readonly receipt: R } | { readonly again: boolean }> {
    const before = await this.#update((was) => {
      const other = was !== undefined && was.payloadHash !== this.#payloadHash;
      if (was?.state === 'acked' || other) return { now: was, answer: was };
      return { now: this.#record('claimed'), answer: was };
    });
    if (before !== undefined && before.payloadHash !== this.#payloadHash) throw new KeyPayloadMismatchError();
    if (before?.state === 'acked') return { receipt: before.answer as R };
    // Its tab died, or never heard: whether it arrived is not known, so it is never taken for not sent.
    this.#before = before;
    return { again: before !== undefined };
  }

  async send(
    attempt: Attempt,
    send: (attempt: Attempt) => Promise<R>,
    ask: ((attempt: Attempt) => Promise<R | undefined>) | undefined,
  ): Promise<Landing<R>> {
    try {
      const known = attempt.again ? await ask?.(attempt) : undefined;
      const receipt = known ?? (await send(attempt));
      // The answer is here, whether or not storage can keep it: a record left at `claimed` will be asked about.
      await this.#acknowledge(receipt).catch(() => undefined);
      return { outcome: known === undefined ? 'sent' : 'already-sent', receipt };
    } catch (cause) {
      if (cause instanceof NotSentError) {
        await this.#own(this.#before).catch(() => undefined);
        throw cause;
      }
      await this.#own(this.#record('unknown')).catch(() => undefined);
      return { outcome: 'unknown', cause };
    }
  }

  /** Whoever's try the server answered: its answer to this key is the same. The first one is kept. */
  #acknowledge(answer: R): Promise<void> {
    return this.#update((was) => ({
      now: was?.state === 'acked' ? was : { ...this.#record('acked'), answer },
      answer: undefined,
    }));
  }

  /** Writes unless another try has written since. */
  #own(now: Receipt | undefined): Promise<void> {
    return this.#update((was) => ({ now: was?.attempt === this.#attempt ? now : was, answer: undefined }));
  }

  #update<A>(change: (was: Receipt | undefined) => Change<Receipt, A>): Promise<A> {
    return this.#parts.store.update('receipt', this.#name, change);
  }

  #record(state: Receipt['state']): Receipt {
    return {
      state,
      attempt: this.#attempt,
      payloadHash: this.#payloadHash,
      atMs: this.#parts.clock.epochMs(),
    };
  }
}
