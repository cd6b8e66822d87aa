import type { Clock, LeaseStore, Receipt, Store } from './ports.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than the server remembers a key (30 days): a receipt must not be forgotten first. */
const RECEIPTS_MS = 40 * DAY_MS;

/** Forgets what can no longer matter. What may have arrived, and nobody knows, is kept. */
export async function prune(store: Store & LeaseStore, clock: Clock): Promise<void> {
  // After a day no late holder is left who could still compare its token.
  await store.forgetLeases(clock.epochMs() - DAY_MS);
  const oldestMs = clock.epochMs() - RECEIPTS_MS;
  const isOver = ({ state, atMs }: Receipt) => state === 'acked' && atMs < oldestMs;
  for (const [key, receipt] of await store.all('receipt')) {
    if (!isOver(receipt)) continue;
    // Looked at again in the transaction: another tab may have written it anew.
    await store.update('receipt', key, (was) => ({
      now: was === undefined || isOver(was) ? undefined : was,
      answer: undefined,
    }));
  }
}
