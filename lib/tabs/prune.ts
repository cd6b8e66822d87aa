import type { Clock, Records, Store } from './ports.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than the server remembers a key (30 days): a receipt must not be forgotten first. */
const RECEIPTS_MS = 40 * DAY_MS;

/** Forgets what can no longer matter. What may have arrived, and nobody knows, is kept. */
export async function prune(store: Store, clock: Clock): Promise<void> {
  const oldest = (keptMs: number) => clock.epochMs() - keptMs;
  await drop(store, 'receipt', ({ state, atMs }) => state === 'acked' && atMs < oldest(RECEIPTS_MS));
  // A day: so that no late holder is left who could still compare its token.
  await drop(store, 'lease', ({ untilMs }) => untilMs < oldest(DAY_MS));
}

async function drop<K extends 'receipt' | 'lease'>(
  store: Store,
  kind: K,
  isOver: (record: Records[K]) => boolean,
): Promise<void> {
  for (const [key, record] of await store.all(kind)) {
    if (!isOver(record)) continue;
    // Looked at again in the transaction: another tab may have written it anew.
    await store.update(kind, key, (was) => ({
      now: was === undefined || isOver(was) ? undefined : was,
      answer: undefined,
    }));
  }
}
