import { InTabLocks } from '../../lib/tabs/in-tab-locks.ts';
import { MemoryStore } from '../../lib/tabs/memory-store.ts';
import type { Channel, Granted, Lease, LeaseStore, Message, Page, Pulse } from '../../lib/tabs/ports.ts';
import { SingleFlight } from '../../lib/tabs/single-flight.ts';
import { TabLocks } from '../../lib/tabs/with-locks.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A page whose life a test tells. */
export class FakePage implements Page {
  isHidden = false;
  readonly #callbacks = {
    leave: new Set<() => void>(),
    return: new Set<() => void>(),
    seen: new Set<() => void>(),
  };

  hidden(): boolean {
    return this.isHidden;
  }

  onLeave(callback: () => void): () => void {
    return this.#on('leave', callback);
  }

  onReturn(callback: () => void): () => void {
    return this.#on('return', callback);
  }

  onVisibility(callback: () => void): () => void {
    return this.#on('seen', callback);
  }

  leave(): void {
    for (const callback of [...this.#callbacks.leave]) callback();
  }

  return(): void {
    for (const callback of [...this.#callbacks.return]) callback();
  }

  hide(isHidden: boolean): void {
    this.isHidden = isHidden;
    for (const callback of [...this.#callbacks.seen]) callback();
  }

  #on(what: 'leave' | 'return' | 'seen', callback: () => void): () => void {
    this.#callbacks[what].add(callback);
    return () => void this.#callbacks[what].delete(callback);
  }
}

/** What all tabs of an origin hear of each other. */
export class FakeAir {
  readonly #ears = new Map<object, Set<(message: Message) => void>>();
  readonly said: Message[] = [];

  channel(): Channel {
    const own = new Set<(message: Message) => void>();
    this.#ears.set(own, own);
    return {
      post: (message) => {
        this.said.push(message);
        for (const ears of this.#ears.values()) {
          if (ears !== own) for (const hear of [...ears]) queueMicrotask(() => hear(message));
        }
      },
      listen: (callback) => {
        own.add(callback);
        return () => void own.delete(callback);
      },
    };
  }
}

/** Leases as IndexedDB keeps them, at once. */
export class MemoryLeases implements LeaseStore {
  readonly lease = new Map<string, Lease>();
  readonly pulse = new Map<string, Pulse>();
  /** Storage that fails, or that answers nothing. */
  mood: 'well' | 'failing' | 'silent' = 'well';

  async take(name: string, grant: (last?: Lease, pulse?: Pulse) => Granted | undefined) {
    await this.#mood();
    const last = this.lease.get(name);
    const granted = grant(last, last && this.pulse.get(last.owner));
    if (granted !== undefined) {
      this.lease.set(name, granted);
      this.pulse.set(granted.owner, granted);
    }
    return granted;
  }

  async renew(name: string, owner: string, untilMs: number): Promise<string | undefined> {
    await this.#mood();
    this.pulse.set(owner, { untilMs });
    return this.lease.get(name)?.owner;
  }

  async release(owner: string): Promise<void> {
    await this.#mood();
    this.pulse.delete(owner);
  }

  async leases(): Promise<(Granted & { name: string })[]> {
    return [...this.lease].flatMap(([name, lease]) => {
      const pulse = this.pulse.get(lease.owner);
      return pulse ? [{ ...lease, ...pulse, name }] : [];
    });
  }

  async forgetLeases(): Promise<void> {}

  async #mood(): Promise<void> {
    if (this.mood === 'failing') throw new Error('the storage fails');
    if (this.mood === 'silent') await new Promise(() => undefined);
  }
}

/** An origin in one process: tabs that share locks and storage, and die alone. */
export class FakeOrigin {
  readonly clock = new FakeClock();
  readonly store = new MemoryStore();
  readonly locks: LockManager = new InTabLocks();
  readonly air = new FakeAir();

  tab() {
    const page = new FakePage();
    const locks = new TabLocks('test', this.locks, this.clock, page);
    const parts = {
      namespace: 'test',
      locks,
      store: this.store,
      clock: this.clock,
      page,
      channel: this.air.channel(),
    };
    return { ...parts, flights: new SingleFlight(parts) };
  }
}
