import { LockLostError, LockTimeoutError } from './errors.ts';
import { nameOf } from './names.ts';
import type { Channel, Clock, News, Page, Store } from './ports.ts';
import type { LockName, TabLocks } from './with-locks.ts';

/** The longest term, so that the work moves on, and nobody leads who has got stuck in it. */
export const TERM_MS = 10 * 60_000;
/** Before a tab stands again whose term ended by an error or by its own will: others may do better. */
export const REST_MS = 2_000;

export interface Duty<S> {
  readonly term: number;
  /** Fires when the term ends: frozen, left, over, or another leads. */
  readonly signal: AbortSignal;
  /** Asks storage, so it also knows of what this tab has slept through. To be asked before anything that two must not do. */
  stillMine(): Promise<boolean>;
  /** Tells all tabs, this one too. Does nothing once another leads. */
  publish(state: S): Promise<void>;
}

export interface Candidate<S> {
  /** The work of one term: runs until the signal. To return earlier is to resign. */
  lead(duty: Duty<S>): Promise<void>;
  /** In every tab, each news once, never an older one after a newer one. */
  onNews(news: News<S>): void;
  onRole(role: 'leader' | 'follower'): void;
  /** What `lead` threw, or why there is no leading in this tab. */
  onError(error: unknown): void;
}

export interface LeaderParts {
  readonly namespace: string;
  readonly locks: TabLocks;
  readonly store: Store;
  readonly clock: Clock;
  readonly channel: Channel;
  readonly page: Page;
}

export interface Membership {
  /** Resigns, and hears and stands no more. */
  leave(): void;
}

/** One of all tabs does the work and tells the others; when it ends, however that is, the next one does. */
export function stand<S>(parts: LeaderParts, name: string, candidate: Candidate<S>): Membership {
  const member = new Member(parts, name, candidate);
  void member.run();
  return member;
}

class Member<S> implements Membership {
  readonly #parts: LeaderParts;
  readonly #lock: LockName;
  /** Of its counter and its messages. */
  readonly #name: string;
  readonly #candidate: Candidate<S>;
  readonly #left = new AbortController();
  #newest: News<S> | undefined;
  #leading = false;

  constructor(parts: LeaderParts, name: string, candidate: Candidate<S>) {
    this.#parts = parts;
    this.#lock = { name, kind: 'leader' };
    this.#name = nameOf(parts.namespace, 'leader', name);
    this.#candidate = candidate;
  }

  leave(): void {
    this.#left.abort();
  }

  async run(): Promise<void> {
    const { channel, page } = this.#parts;
    const stopListening = channel.listen((message) => {
      if (message.name !== this.#name) return;
      if (message.kind === 'news') this.#hear(message.news as News<S>);
      if (message.kind === 'ask' && this.#leading) this.#tell();
    });
    const ask = () => channel.post({ kind: 'ask', name: this.#name });
    // Nothing that was said while this page stood still was heard.
    const stopReturning = page.onReturn(ask);
    const presence = new Presence(page);
    ask();
    this.#candidate.onRole('follower');
    try {
      while (!this.#left.signal.aborted) {
        await presence.here(this.#left.signal);
        await this.#standOnce();
      }
    } finally {
      stopListening();
      stopReturning();
      presence.end();
    }
  }

  /** Waits for the lock, and leads once it has it. */
  async #standOnce(): Promise<void> {
    const { locks } = this.#parts;
    const signal = this.#left.signal;
    try {
      await locks.withLocks([this.#lock], ({ signal: held }) => this.#lead(held), {
        signal,
        holdMs: TERM_MS,
      });
      await this.#rest();
    } catch (error) {
      // Waiting has an end only to begin anew, and a term that ended is no error.
      if (error instanceof LockTimeoutError || error instanceof LockLostError || signal.aborted) return;
      this.#candidate.onError(error);
      await this.#rest();
    }
  }

  async #lead(held: AbortSignal): Promise<void> {
    const term = await this.#nextTerm();
    let seq = 0;
    const superseded = new AbortController();
    const signal = AbortSignal.any([held, superseded.signal]);
    const stillMine = async () => {
      if (signal.aborted) return false;
      const newest = Math.max(await this.#lastTerm(), this.#newest?.term ?? 0);
      if (newest > term) superseded.abort(new LockLostError('taken'));
      return !signal.aborted;
    };
    const publish = async (state: S) => {
      if (!(await stillMine())) return;
      this.#hear({ term, seq: ++seq, atMs: this.#parts.clock.epochMs(), state });
      this.#tell();
    };
    const resign = () => {
      if (!this.#leading) return;
      this.#leading = false;
      this.#candidate.onRole('follower');
    };
    signal.addEventListener('abort', resign);
    this.#leading = true;
    this.#candidate.onRole('leader');
    try {
      await this.#candidate.lead({ term, signal, stillMine, publish });
    } finally {
      signal.removeEventListener('abort', resign);
      resign();
    }
  }

  /** Drops what is older than what was heard, and what was heard. */
  #hear(news: News<S>): void {
    if (this.#newest !== undefined && !isNewer(news, this.#newest)) return;
    this.#newest = news;
    this.#candidate.onNews(news);
  }

  #tell(): void {
    if (this.#newest !== undefined) {
      this.#parts.channel.post({ kind: 'news', name: this.#name, news: this.#newest });
    }
  }

  /**
   * Counted under the lock. By the clock at least, and past what was heard: the counter may have been deleted, or be this
   * tab's own, while others remember its terms; and a clock may be set back.
   */
  #nextTerm(): Promise<number> {
    return this.#parts.store.update('term', this.#name, (was = 0) => {
      const term = Math.max(was + 1, (this.#newest?.term ?? 0) + 1, this.#parts.clock.epochMs());
      return { now: term, answer: term };
    });
  }

  async #lastTerm(): Promise<number> {
    return (await this.#parts.store.read('term', this.#name)) ?? 0;
  }

  #rest(): Promise<void> {
    const signal = this.#left.signal;
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.#parts.clock.after(REST_MS, done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }
}

/** A later term, or a later word of the same term. */
export function isNewer(
  one: Pick<News<unknown>, 'term' | 'seq'>,
  other: Pick<News<unknown>, 'term' | 'seq'>,
): boolean {
  return one.term > other.term || (one.term === other.term && one.seq > other.seq);
}

/** Whether the page runs. One that has been left stands for nothing until it is back. */
class Presence {
  #away = false;
  #wake: () => void = () => undefined;
  readonly end: () => void;

  constructor(page: Page) {
    const stopLeaving = page.onLeave(() => {
      this.#away = true;
    });
    const stopReturning = page.onReturn(() => {
      this.#away = false;
      this.#wake();
    });
    this.end = () => {
      stopLeaving();
      stopReturning();
    };
  }

  /** Resolves once the page is there, or `signal` fires. */
  async here(signal: AbortSignal): Promise<void> {
    if (!this.#away) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
