import type { Capability } from './capability.ts';
import type { Own, TabLocks } from './with-locks.ts';

export interface Diagnostics {
  readonly capability: Capability;
  /** Of all tabs; names hold hashes only. */
  readonly held: readonly LockInfo[];
  /** Of all tabs with native locks, else of this tab. */
  readonly pending: readonly LockInfo[];
  /** What this tab waits for and holds. */
  readonly own: readonly Readonly<Own>[];
}

/**
 * A look at who holds and waits, stale on arrival. For people, on demand: in Chromium, a look drives pages that hold locks
 * out of the back/forward cache.
 */
export async function diagnose(
  namespace: string,
  capability: Capability,
  locks: LockManager,
  tabLocks: TabLocks,
): Promise<Diagnostics> {
  const { held = [], pending = [] } = await locks.query();
  const ours = ({ name }: LockInfo) => name?.startsWith(`${namespace}:`) ?? false;
  return { capability, held: held.filter(ours), pending: pending.filter(ours), own: tabLocks.own };
}
