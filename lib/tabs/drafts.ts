import { nameOf } from './names.ts';
import type { Clock, Draft, Store } from './ports.ts';
import type { TabLocks, WithLocksOptions } from './with-locks.ts';

export interface DraftParts {
  readonly namespace: string;
  readonly locks: TabLocks;
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * What a person has typed and not sent, in this browser only. Readers share the lock, whoever changes a draft has it alone:
 * what is read, changed and written in several steps loses no other tab's change.
 */
export class Drafts<D> {
  readonly #parts: DraftParts;

  constructor(parts: DraftParts) {
    this.#parts = parts;
  }

  /** Undefined: there is none. */
  read(id: string, options?: WithLocksOptions): Promise<(Draft & { readonly value: D }) | undefined> {
    return this.#with(id, 'shared', (name) => this.#get(name), options);
  }

  /** Makes a new draft of the one that is there, if any; undefined drops it. `change` may take its time. */
  change(
    id: string,
    change: (was: D | undefined) => D | undefined | Promise<D | undefined>,
    options?: WithLocksOptions,
  ): Promise<void> {
    return this.#with(
      id,
      'exclusive',
      async (name, signal) => {
        const was = await this.#get(name);
        const value = await change(was?.value);
        // Another may have the lock by now, and have written.
        signal.throwIfAborted();
        const version = (was?.version ?? 0) + 1;
        const atMs = this.#parts.clock.epochMs();
        const now = value === undefined ? undefined : { version, atMs, value };
        await this.#parts.store.update('draft', name, () => ({ now, answer: undefined }));
      },
      options,
    );
  }

  async #get(name: string): Promise<(Draft & { readonly value: D }) | undefined> {
    return (await this.#parts.store.read('draft', name)) as (Draft & { readonly value: D }) | undefined;
  }

  #with<T>(
    id: string,
    mode: LockMode,
    work: (name: string, signal: AbortSignal) => Promise<T>,
    options?: WithLocksOptions,
  ): Promise<T> {
    const name = nameOf(this.#parts.namespace, 'draft', id);
    const lock = { name: id, mode, kind: 'draft' } as const;
    return this.#parts.locks.withLocks([lock], ({ signal }) => work(name, signal), options);
  }
}
