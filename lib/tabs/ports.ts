/**
 * Everything that the coordination of tabs needs from outside, as small interfaces: time, the life of the page, a word to
 * the other tabs, and storage that all tabs of an origin share.
 */

export interface Clock {
  /** Milliseconds since 1970: the one clock that all tabs of a machine read alike. */
  epochMs(): number;
  /** Calls back once after `ms`; the answer cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** The life of the page that this runs in. A worker is never hidden and never leaves. */
export interface Page {
  hidden(): boolean;
  /** It may stand still from now on, perhaps for ever: hidden for good, or frozen. */
  onLeave(callback: () => void): () => void;
  /** It runs again, with everything in memory as it was. */
  onReturn(callback: () => void): () => void;
  onVisibility(callback: () => void): () => void;
}

/** Reaches all other tabs of the origin that run; who is frozen or gone hears nothing, then or later. */
export interface Channel {
  post(message: Message): void;
  listen(callback: (message: Message) => void): () => void;
}

export type Message =
  | { readonly kind: 'released'; readonly name: string; readonly owner: string }
  | { readonly kind: 'ask'; readonly name: string }
  | { readonly kind: 'news'; readonly name: string; readonly news: News<unknown> };

/** What a leader tells: newer when its term is, or within a term by its number. */
export interface News<S> {
  readonly term: number;
  readonly seq: number;
  readonly atMs: number;
  readonly state: S;
}

export interface Records {
  receipt: Receipt;
  term: number;
  draft: Draft;
}

/** Who was let in last under a name. Held for as long as its owner has a pulse. */
export interface Lease {
  /** Of one request. */
  readonly owner: string;
  /** Grows with every grant of the name: whoever comes with a lower one is late. */
  readonly token: number;
  readonly sinceMs: number;
}

/** Of an owner; it ends by itself. */
export interface Pulse {
  readonly untilMs: number;
}

export interface Receipt {
  readonly state: 'claimed' | 'unknown' | 'acked';
  /** Of the try that wrote it. */
  readonly attempt: string;
  readonly payloadHash?: string | undefined;
  readonly atMs: number;
  /** What the server answered; only when `acked`. */
  readonly answer?: unknown;
}

export interface Draft {
  readonly version: number;
  readonly atMs: number;
  readonly value: unknown;
}

/** What a change makes of a record (undefined: it is no longer there), and what the caller wants to know of it. */
export interface Change<R, A> {
  readonly now: R | undefined;
  readonly answer: A;
}

/** Leases, which all tabs see. */
export interface LeaseStore {
  /**
   * In one transaction, puts the lease that `grant` makes of the last one and its owner's pulse, if it makes one.
   * @throws Error when the storage fails
   */
  take(name: string, grant: Grant): Promise<Granted | undefined>;
  /**
   * Puts the pulse, and tells whose the lease is. Everything is asked for at once, and nothing waits for the page: a
   * transaction that a frozen page has open would hold up all tabs.
   */
  renew(name: string, owner: string, untilMs: number): Promise<string | undefined>;
  /** Ends the pulse of this owner, whoever has the lease by now; in one go, so that it still works in a page that ends. */
  release(owner: string): Promise<void>;
  /** Those with a pulse that was told. */
  leases(): Promise<(Granted & { readonly name: string })[]>;
  /** Drops what ended before then. */
  forgetLeases(beforeMs: number): Promise<void>;
}

export type Granted = Lease & Pulse;
export type Grant = (last: Lease | undefined, pulse: Pulse | undefined) => Granted | undefined;

export interface Store {
  read<K extends keyof Records>(kind: K, key: string): Promise<Records[K] | undefined>;
  /**
   * One transaction that no other tab gets in between. Everything that must be right goes through it: a read followed by
   * a write would lose updates.
   * @throws Error when the storage fails
   */
  update<K extends keyof Records, A>(
    kind: K,
    key: string,
    change: (was: Records[K] | undefined) => Change<Records[K], A>,
  ): Promise<A>;
  all<K extends keyof Records>(kind: K): Promise<[key: string, record: Records[K]][]>;
}
