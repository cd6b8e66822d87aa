interface Request {
  readonly name: string;
  readonly mode: LockMode;
  readonly grant: () => void;
}

/**
 * The LockManager of the standard, for one tab: a queue for each name, first come first served, and a waiting writer
 * holds up later readers. It excludes no other tab. Without `steal`, on which nothing here rests.
 */
export class InTabLocks implements LockManager {
  readonly #held = new Set<Request>();
  readonly #pending: Request[] = [];

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  async request<T>(name: string, ...rest: Asked<T>): Promise<Awaited<T>> {
    const { options, callback } = checked(name, rest);
    const { mode = 'exclusive', ifAvailable = false, signal } = options;
    signal?.throwIfAborted();
    // As in the standard, nothing is granted before `request` has returned.
    await undefined;
    if (ifAvailable && !this.#isFree(name, mode)) return await callback(null);
    const request = await this.#queue(name, mode, signal);
    try {
      return await callback({ name, mode });
    } finally {
      this.#held.delete(request);
      this.#grantWhatCanBe();
    }
  }

  async query(): Promise<LockManagerSnapshot> {
    const told = ({ name, mode }: Request): LockInfo => ({ name, mode, clientId: 'this-tab' });
    return { held: [...this.#held].map(told), pending: this.#pending.map(told) };
  }

  #queue(name: string, mode: LockMode, signal: AbortSignal | undefined): Promise<Request> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#pending.splice(this.#pending.indexOf(request), 1);
        reject(signal?.reason);
        // It may have held up others.
        this.#grantWhatCanBe();
      };
      const request: Request = {
        name,
        mode,
        grant: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve(request);
        },
      };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', onAbort);
      this.#pending.push(request);
      this.#grantWhatCanBe();
    });
  }

  #grantWhatCanBe(): void {
    const passed: Request[] = [];
    for (const request of [...this.#pending]) {
      const blocks = [...this.#held, ...passed].some((other) => excludes(other, request));
      // Whoever stands further ahead in the queue goes first, also while it waits.
      if (blocks) passed.push(request);
      else {
        this.#pending.splice(this.#pending.indexOf(request), 1);
        this.#held.add(request);
        request.grant();
      }
    }
  }

  #isFree(name: string, mode: LockMode): boolean {
    return ![...this.#held, ...this.#pending].some((other) => excludes(other, { name, mode }));
  }
}

export type Asked<T> = [LockGrantedCallback<T>] | [LockOptions, LockGrantedCallback<T>];

/** @throws DOMException `NotSupportedError`, for what the standard refuses and for `steal` */
export function checked<T>(
  name: string,
  rest: Asked<T>,
): { options: LockOptions; callback: LockGrantedCallback<T> } {
  const [options, callback] = rest.length === 1 ? [{}, rest[0]] : rest;
  const refuse = (why: string) => new DOMException(why, 'NotSupportedError');
  if (name.startsWith('-')) throw refuse('The name of a lock must not begin with "-".');
  if (options.steal) throw refuse('Locks are not stolen here.');
  if (options.ifAvailable && options.signal)
    throw refuse('`ifAvailable` does not wait, so takes no `signal`.');
  return { options, callback };
}

function excludes(one: Pick<Request, 'name' | 'mode'>, other: Pick<Request, 'name' | 'mode'>): boolean {
  return one.name === other.name && (one.mode === 'exclusive' || other.mode === 'exclusive');
}
