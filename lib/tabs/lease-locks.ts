import { type Asked, checked, InTabLocks } from './in-tab-locks.ts';
import type { Channel, Clock, Grant, LeaseStore, Page } from './ports.ts';

/** How long a tab that has died keeps a lock. Long enough for a busy machine to renew in time. */
export const LEASE_MS = 4_000;
/** Of a hidden page, whose timers browsers let fire once a minute. */
export const HIDDEN_LEASE_MS = 90_000;
/** Renewals in one lease. */
const BEATS = 4;
/** Between looks at a lock that others hold, with jitter. A release is announced; this is for what was not heard. */
const POLL_MS = 1_000;
const SOON_MS = 20;

export interface LeaseParts {
  readonly store: LeaseStore;
  readonly clock: Clock;
  readonly channel: Channel;
  readonly page: Page;
  readonly random: () => number;
  readonly newOwner: () => string;
}

/** What the callback gets: a lock with its fencing token. */
export interface FencedLock extends Lock {
  readonly token: number;
}

type Take =
  | { readonly token: number }
  | { readonly holder: string | undefined; readonly heldUntilMs: number };

/**
 * The LockManager of the standard for browsers without one: a lease in shared storage, held by whoever's id stands in its
 * record. Within a tab, requests queue; between tabs whoever comes first after a release has it. Shared requests are served
 * as exclusive. A holder whose lease is taken sees what the standard shows when a lock is stolen: `request` rejects with
 * an AbortError, while the callback runs on.
 */
export class LeaseLocks implements LockManager {
  readonly #parts: LeaseParts;
  readonly #inTab = new InTabLocks();

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  async request<T>(name: string, ...rest: Asked<T>): Promise<Awaited<T>> {
    const { options, callback } = checked(name, rest);
    const { mode = 'exclusive', ifAvailable = false, signal } = options;
    const inTab: LockOptions = { mode: 'exclusive', ifAvailable, ...(signal && { signal }) };
    return await this.#inTab.request(name, inTab, async (first) => {
      if (first === null) return await callback(null);
      const owner = this.#parts.newOwner();
      const token = await (ifAvailable ? this.#takeNow(name, owner) : this.#take(name, owner, signal));
      if (token === undefined) return await callback(null);
      const lock: FencedLock = { name, mode, token };
      return await this.#hold(name, owner, async () => await callback(lock));
    });
  }

  /** Held: of all tabs. Pending: of this tab only, because waiting leaves no record. */
  async query(): Promise<LockManagerSnapshot> {
    const nowMs = this.#parts.clock.epochMs();
    const leases = await this.#parts.store.leases();
    const { pending = [] } = await this.#inTab.query();
    const held = leases
      .filter(({ untilMs }) => untilMs > nowMs)
      .map(({ name, owner }): LockInfo => ({ name, mode: 'exclusive', clientId: owner }));
    return { held, pending };
  }

  async #takeNow(name: string, owner: string): Promise<number | undefined> {
    const taken = await this.#tryToTake(name, owner);
    return 'token' in taken ? taken.token : undefined;
  }

  async #take(name: string, owner: string, signal: AbortSignal | undefined): Promise<number> {
    const { channel } = this.#parts;
    let wake: () => void = () => undefined;
    let released: string | undefined;
    const stopListening = channel.listen((message) => {
      if (message.kind !== 'released' || message.name !== name) return;
      released = message.owner;
      wake();
    });
    const onAbort = () => wake();
    signal?.addEventListener('abort', onAbort);
    try {
      for (;;) {
        const taken = await this.#tryToTake(name, owner);
        if ('token' in taken) {
          if (signal?.aborted) this.#release(name, owner);
          signal?.throwIfAborted();
          return taken.token;
        }
        signal?.throwIfAborted();
        // The word of a release may be here before storage has done it.
        const untilNextLook = taken.holder === released ? SOON_MS : this.#untilNextLook(taken.heldUntilMs);
        released = undefined;
        await new Promise<void>((resolve) => {
          const cancel = this.#parts.clock.after(untilNextLook, resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
        signal?.throwIfAborted();
      }
    } finally {
      stopListening();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #untilNextLook(heldUntilMs: number): number {
    const jitter = 0.5 + this.#parts.random();
    return Math.max(1, Math.min(POLL_MS * jitter, heldUntilMs - this.#parts.clock.epochMs() + 10 * jitter));
  }

  async #tryToTake(name: string, owner: string): Promise<Take> {
    let holder: string | undefined;
    let heldUntilMs = 0;
    const grant: Grant = (last, pulse) => {
      // The time of the transaction: the page may have been away before it began.
      const nowMs = this.#parts.clock.epochMs();
      holder = last?.owner;
      heldUntilMs = pulse?.untilMs ?? nowMs;
      if (heldUntilMs > nowMs) return undefined;
      // By the clock at least: the record may have been deleted, and the token must still grow.
      const token = Math.max((last?.token ?? 0) + 1, nowMs);
      return { owner, token, sinceMs: nowMs, untilMs: nowMs + this.#leaseMs() };
    };
    const granted = await this.#parts.store.take(name, grant);
    return granted === undefined ? { holder, heldUntilMs } : { token: granted.token };
  }

  async #hold<T>(name: string, owner: string, work: () => Promise<T>): Promise<T> {
    let stopRenewing: () => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      stopRenewing = this.#keepRenewing(name, owner, () =>
        reject(new DOMException('The lease was lost.', 'AbortError')),
      );
    });
    try {
      return await Promise.race([work(), lost]);
    } finally {
      stopRenewing();
      this.#release(name, owner);
    }
  }

  /** Renews until told to stop, or until the lease is another's or storage no longer answers. */
  #keepRenewing(name: string, owner: string, lost: () => void): () => void {
    const { clock, page, store } = this.#parts;
    let provenUntilMs = clock.epochMs() + this.#leaseMs();
    let ended = false;
    let cancelBeat: () => void = () => undefined;
    const end = () => {
      ended = true;
      cancelBeat();
      stopWatching();
    };
    const loseIt = () => {
      if (ended) return;
      end();
      lost();
    };
    const beat = async () => {
      cancelBeat();
      const untilMs = clock.epochMs() + this.#leaseMs();
      // Storage that does not answer renews nothing.
      const cancelLimit = clock.after(LEASE_MS, loseIt);
      const holder = await store.renew(name, owner, untilMs).catch(() => 'nobody knows' as const);
      cancelLimit();
      if (ended) return;
      if (holder === 'nobody knows') {
        if (provenUntilMs <= clock.epochMs()) return loseIt();
      } else if (holder !== owner) {
        return loseIt();
      } else {
        // Early or late: while the lease names this owner, nobody else has been let in.
        provenUntilMs = untilMs;
      }
      planBeat();
    };
    const planBeat = () => {
      cancelBeat();
      cancelBeat = clock.after(this.#leaseMs() / BEATS, () => void beat());
    };
    // The first timer of a page that has just been hidden may be a minute away: the longer lease is taken now.
    const stopWatching = page.onVisibility(() => void beat());
    planBeat();
    return end;
  }

  /** Of its own lease only: after a loss the name is another's. Where storage fails, the lease runs out by itself. */
  #release(name: string, owner: string): void {
    // Not waited for: storage does one after the other, and a page that ends would not come to what is after it.
    this.#parts.store.release(owner).catch(() => undefined);
    this.#parts.channel.post({ kind: 'released', name, owner });
  }

  #leaseMs(): number {
    return this.#parts.page.hidden() ? HIDDEN_LEASE_MS : LEASE_MS;
  }
}
