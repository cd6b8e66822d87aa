import { IdbStore } from './idb-store.ts';
import { InTabLocks } from './in-tab-locks.ts';
import { HIDDEN_LEASE_MS, LEASE_MS, LeaseLocks, type LeaseParts } from './lease-locks.ts';
import { MemoryStore } from './memory-store.ts';
import { randomId } from './names.ts';
import type { Store } from './ports.ts';
import { prune } from './prune.ts';

/** Why it is not better. */
export type Reason =
  /** The page came over plain http: browsers give it no locks. */
  | 'insecure-context'
  /** The browser has no Web Locks. */
  | 'unsupported'
  /** The browser has Web Locks, and refuses them to this page: a sandboxed frame, or an origin without a name. */
  | 'locks-refused'
  /** The browser refuses IndexedDB, or it does not answer. */
  | 'storage-blocked';

/** What the tabs of this browser can rely on: plain data, for the page to put into words. */
export interface Capability {
  readonly provider: 'web-locks' | 'idb-lease' | 'in-tab';
  /** Whom a lock excludes: all tabs and workers of this origin in this browser profile, or nobody outside this tab. */
  readonly scope: 'origin' | 'tab';
  /** Lease-bounded: two may hold when one stood still for longer than its lease. */
  readonly exclusion: 'guaranteed' | 'lease-bounded' | 'none-across-tabs';
  /** Whether readers share. Otherwise they take turns, which is slower and as right. */
  readonly shared: boolean;
  /** How long others may wait for the lock of a tab that died, milliseconds; the second for a tab in the background. */
  readonly takeoverMs: { readonly visible: number; readonly hidden: number };
  /** Whether receipts, terms and drafts outlive the tab and reach the others. */
  readonly memory: 'durable' | 'tab';
  readonly reasons: readonly Reason[];
}

export interface Provided {
  readonly locks: LockManager;
  readonly store: Store;
  readonly capability: Capability;
}

/** The best that this browser has for the page: its own locks, else leases in its storage, else locks of this tab alone. */
export async function provide(
  namespace: string,
  parts: Omit<LeaseParts, 'store' | 'random' | 'newOwner'>,
): Promise<Provided> {
  const idb = new IdbStore(namespace, parts.page);
  const durable = await idb.open().then(
    () => true,
    () => false,
  );
  const store = durable ? idb : new MemoryStore();
  // Housekeeping: nobody waits for it, and the next tab does what this one could not.
  if (durable) void prune(idb, parts.clock).catch(() => undefined);
  const native = await nativeLocks();
  const reasons: Reason[] = [
    ...('reason' in native ? [native.reason] : []),
    ...(durable ? [] : (['storage-blocked'] as const)),
  ];
  const memory = durable ? 'durable' : 'tab';
  if ('locks' in native) {
    return { locks: native.locks, store, capability: { ...WEB_LOCKS, memory, reasons } };
  }
  if (durable) {
    const locks = new LeaseLocks({ ...parts, store: idb, random: Math.random, newOwner: randomId });
    return { locks, store, capability: { ...IDB_LEASE, memory, reasons } };
  }
  return { locks: new InTabLocks(), store, capability: { ...IN_TAB, memory, reasons } };
}

async function nativeLocks(): Promise<{ locks: LockManager } | { reason: Reason }> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return { reason: isSecureContext ? 'unsupported' : 'insecure-context' };
  // Not by `query`: that would drive pages out of the back/forward cache.
  return locks
    .request(`probe:${randomId()}`, () => ({ locks }))
    .catch(() => ({ reason: 'locks-refused' as const }));
}

const WEB_LOCKS = {
  provider: 'web-locks',
  scope: 'origin',
  exclusion: 'guaranteed',
  shared: true,
  takeoverMs: { visible: 0, hidden: 0 },
} as const;

const IDB_LEASE = {
  provider: 'idb-lease',
  scope: 'origin',
  exclusion: 'lease-bounded',
  shared: false,
  takeoverMs: { visible: LEASE_MS, hidden: HIDDEN_LEASE_MS },
} as const;

const IN_TAB = {
  provider: 'in-tab',
  scope: 'tab',
  exclusion: 'none-across-tabs',
  shared: true,
  takeoverMs: { visible: 0, hidden: 0 },
} as const;
