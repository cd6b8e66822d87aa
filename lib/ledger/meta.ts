import type { Connection } from './connection.ts';

/** What makes a Redis the right ledger: its epoch and the pepper that made the keys in it. */
export interface Meta {
  readonly epoch: number;
  readonly pepperFingerprint: string;
}

export const META_KEY = 'sekali:meta';

export function metaText(meta: Meta): string {
  return `${meta.epoch}:${meta.pepperFingerprint}`;
}

/**
 * Declares this Redis to be the ledger. Never overwrites: an emptied or swapped Redis must be noticed, not adopted.
 * @returns what stands there now: `written`, `present` (the same was there), or the other text
 * @throws LedgerError when Redis does not answer
 */
export async function initMeta(
  connection: Connection,
  meta: Meta,
): Promise<'written' | 'present' | { readonly other: string }> {
  const wanted = metaText(meta);
  const found = await connection.command((redis) => redis.set(META_KEY, wanted, 'NX', 'GET'));
  if (found === null) return 'written';
  return found === wanted ? 'present' : { other: found };
}

/** @throws LedgerError when Redis does not answer */
export async function readMeta(connection: Connection): Promise<string | null> {
  return connection.command((redis) => redis.get(META_KEY));
}
