import { LockBusyError, LockLostError, LockOrderError, LockTimeoutError, QueueFullError } from './errors.ts';
import { type Kind, nameOf } from './names.ts';
import type { Clock, Page } from './ports.ts';

export interface Limits {
  /** For all the locks together, milliseconds. */
  readonly waitMs: number;
  /** Of the work, from the moment that it has all of them. */
  readonly holdMs: number;
  /** Requests of this tab that wait for one lock. */
  readonly maxPending: number;
}

export const LIMITS: Limits = { waitMs: 10_000, holdMs: 30_000, maxPending: 100 };

/** What the work has, after its signal, to wind down before the locks are let go over its head. */
export const WIND_DOWN_MS = 1_000;
/** Waiting that lasts longer deserves a word to the person who waits. */
export const NOTICE_AFTER_MS = 300;

/** A name, exclusive unless said otherwise. */
export type LockName = string | { readonly name: string; readonly mode?: LockMode; readonly kind?: Kind };

interface Wanted {
  /** By which it is sorted: not hashed, so that callers know the order. */
  readonly place: string;
  readonly name: string;
  readonly mode: LockMode;
}

export interface WithLocksOptions extends Partial<Limits> {
  /** Cancels the waiting; later on, tells the work to end. */
  readonly signal?: AbortSignal | undefined;
  /** Rejects with a LockBusyError instead of waiting. */
  readonly ifAvailable?: boolean | undefined;
  /** Called once when the waiting takes long, for a notice with a way to cancel. */
  readonly onWaiting?: (() => void) | undefined;
}

export interface Held {
  /** Fires when the locks are lost or must be let go: from then on the work is not protected, and should end. */
  readonly signal: AbortSignal;
  /** More locks inside of these. @throws LockOrderError unless all of them come later in the order */
  withLocks<T>(names: readonly LockName[], work: Work<T>, options?: WithLocksOptions): Promise<T>;
}

export type Work<T> = (held: Held) => Promise<T>;

/** A piece of work of this tab, for diagnostics. */
export interface Own {
  readonly names: readonly string[];
  state: 'waiting' | 'holding';
  sinceMs: number;
}

/** Takes several locks for one piece of work, with an end to every wait and every hold. */
export class TabLocks {
  readonly #namespace: string;
  readonly #locks: LockManager;
  readonly #clock: Clock;
  readonly #page: Page;
  readonly #own = new Set<Own>();

  constructor(namespace: string, locks: LockManager, clock: Clock, page: Page) {
    this.#namespace = namespace;
    this.#locks = locks;
    this.#clock = clock;
    this.#page = page;
  }

  get own(): readonly Readonly<Own>[] {
    return [...this.#own];
  }

  /**
   * Runs `work` while all of the locks are held. They are asked for in the order of their names' code units, whatever order
   * they are given in, so that no two tabs wait for each other, and released in reverse.
   * @throws LockTimeoutError, LockBusyError, QueueFullError: nothing was done
   * @throws LockLostError when the work was not protected to its end, also where it ended well
   * @throws the reason of `signal`, once that has fired
   */
  async withLocks<T>(names: readonly LockName[], work: Work<T>, options: WithLocksOptions = {}): Promise<T> {
    const { waitMs, holdMs, maxPending, signal, ifAvailable = false, onWaiting } = { ...LIMITS, ...options };
    signal?.throwIfAborted();
    const order = inOrder(this.#namespace, names);
    const own = this.#admit(order, maxPending);

    const ending = new AbortController();
    const [givenUp, giveUp] = rejection(ending.signal);
    const [gone, letGo] = rejection(ending.signal);
    let working = false;
    let cancelWindDown: () => void = () => undefined;
    const end = (reason: unknown, windDownMs: number) => {
      ending.abort(reason);
      if (!working) return giveUp();
      cancelWindDown();
      // Without a wait there may be no later: a page that leaves runs no timers.
      if (windDownMs === 0) return letGo();
      cancelWindDown = this.#clock.after(windDownMs, letGo);
    };

    const stopWaiting = all(
      this.#clock.after(waitMs, () => end(new LockTimeoutError(waitMs), 0)),
      onWaiting && this.#clock.after(NOTICE_AFTER_MS, onWaiting),
    );
    const onAbort = () => end(signal?.reason, WIND_DOWN_MS);
    signal?.addEventListener('abort', onAbort);
    const stopWatching = this.#page.onLeave(() => end(new LockLostError('page-left'), 0));
    let stopHolding: () => void = () => undefined;

    const underLocks = async (): Promise<T> => {
      // Granted after the caller was told that it will not be.
      ending.signal.throwIfAborted();
      stopWaiting();
      own.state = 'holding';
      own.sinceMs = this.#clock.epochMs();
      stopHolding = this.#clock.after(holdMs, () => end(new LockLostError('hold-limit'), WIND_DOWN_MS));
      working = true;
      try {
        return await Promise.race([work(this.#held(order, ending.signal)), gone]);
      } finally {
        working = false;
      }
    };
    try {
      const granting = this.#acquire(
        order,
        ifAvailable ? { ifAvailable } : { signal: ending.signal },
        underLocks,
      );
      // The limits hold even where the browser answers nothing, as storage does while a frozen page is in its way.
      const result = await Promise.race([granting, givenUp]);
      ending.signal.throwIfAborted();
      return result;
    } catch (error) {
      // A request that ends before its callback has: the lock was taken away.
      if (working) end(new LockLostError('taken', { cause: error }), 0);
      throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      stopWaiting();
      stopHolding();
      stopWatching();
      signal?.removeEventListener('abort', onAbort);
      cancelWindDown();
      this.#own.delete(own);
    }
  }

  /** Each inside the one before it, so the last is released first. */
  async #acquire<T>(order: readonly Wanted[], options: LockOptions, work: () => Promise<T>): Promise<T> {
    const [first, ...others] = order;
    if (first === undefined) return work();
    return await this.#locks.request(first.name, { ...options, mode: first.mode }, async (lock) => {
      if (lock === null) throw new LockBusyError();
      return await this.#acquire(others, options, work);
    });
  }

  #held(order: readonly Wanted[], signal: AbortSignal): Held {
    const last = order.at(-1)?.place ?? '';
    return {
      signal,
      withLocks: async (names, work, options = {}) => {
        if (inOrder(this.#namespace, names).some(({ place }) => place <= last)) throw new LockOrderError();
        const both = options.signal ? AbortSignal.any([signal, options.signal]) : signal;
        return await this.withLocks(names, work, { ...options, signal: both });
      },
    };
  }

  #admit(order: readonly Wanted[], maxPending: number): Own {
    const waiting = [...this.#own].filter(({ state }) => state === 'waiting');
    const full = order.some(
      ({ name }) => waiting.filter(({ names }) => names.includes(name)).length >= maxPending,
    );
    if (full) throw new QueueFullError(maxPending);
    const own: Own = {
      names: order.map(({ name }) => name),
      state: 'waiting',
      sinceMs: this.#clock.epochMs(),
    };
    this.#own.add(own);
    return own;
  }
}

/** Every name once, exclusive where anyone wants it so, in the order of their code units, which is the same everywhere. */
export function inOrder(namespace: string, names: readonly LockName[]): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const one of names) {
    const { name, mode = 'exclusive', kind = 'lock' } = typeof one === 'string' ? { name: one } : one;
    const place = `${kind}:${name}`;
    const strictest = wanted.get(place)?.mode === 'exclusive' ? 'exclusive' : mode;
    wanted.set(place, { place, name: nameOf(namespace, kind, name), mode: strictest });
  }
  return [...wanted.values()].sort((one, other) => (one.place < other.place ? -1 : 1));
}

/** A promise that only ever rejects, with the reason of `signal`, and what makes it do so. */
function rejection(signal: AbortSignal): [Promise<never>, () => void] {
  let reject: () => void = () => undefined;
  const promise = new Promise<never>((_, no) => {
    reject = () => no(signal.reason);
  });
  promise.catch(() => undefined);
  return [promise, reject];
}

const all =
  (...callbacks: ((() => void) | undefined)[]) =>
  () => {
    for (const callback of callbacks) callback?.();
  };
