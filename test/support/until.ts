import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 60_000;

/** Waits until something holds; fails loudly when it never does. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  limitMs = WAIT_MS,
): Promise<NonNullable<T>> {
  const endsMs = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    if (performance.now() > endsMs) throw new Error(`waited ${limitMs} ms in vain for: ${what}`);
    await sleep(25);
  }
}
