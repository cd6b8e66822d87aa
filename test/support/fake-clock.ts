import type { Clock } from '../../lib/submission/ports.ts';

/** A clock that stands still until told; timers fire in order, each with its own time. */
export class FakeClock implements Clock {
  #nowMs = 1_000_000;
  /** Added to the other clock only: what a suspended host does. */
  epochAheadMs = Date.parse('2026-01-01T00:00:00Z');
  readonly #timers = new Map<number, { readonly atMs: number; readonly callback: () => void }>();
  #nextId = 1;

  monotonicMs(): number {
    return this.#nowMs;
  }

  epochMs(): number {
    return this.#nowMs + this.epochAheadMs;
  }

  after(ms: number, callback: () => void): () => void {
    const id = this.#nextId++;
    this.#timers.set(id, { atMs: this.#nowMs + Math.max(0, ms), callback });
    return () => void this.#timers.delete(id);
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Lets time pass; whatever the timers start gets its turn in between. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    await settleMicrotasks();
    for (;;) {
      const due = [...this.#timers]
        .filter(([, { atMs }]) => atMs <= endMs)
        .sort(([, a], [, b]) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      const [id, { atMs, callback }] = due;
      this.#timers.delete(id);
      this.#nowMs = Math.max(this.#nowMs, atMs);
      callback();
      await settleMicrotasks();
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
    await settleMicrotasks();
  }

  /** The event loop is blocked: time passes, and no timer fires. */
  block(ms: number): void {
    this.#nowMs += ms;
  }
}

/** Every promise that can go on has gone on. */
export async function settleMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
