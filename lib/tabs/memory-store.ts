import type { Change, Records, Store } from './ports.ts';

/** Storage of this tab only, gone with it: for browsers that refuse theirs. */
export class MemoryStore implements Store {
  readonly #records = new Map<string, unknown>();

  async read<K extends keyof Records>(kind: K, key: string): Promise<Records[K] | undefined> {
    return this.#records.get(`${kind} ${key}`) as Records[K] | undefined;
  }

  async update<K extends keyof Records, A>(
    kind: K,
    key: string,
    change: (was: Records[K] | undefined) => Change<Records[K], A>,
  ): Promise<A> {
    const place = `${kind} ${key}`;
    const { now, answer } = change(this.#records.get(place) as Records[K] | undefined);
    if (now === undefined) this.#records.delete(place);
    else this.#records.set(place, now);
    return answer;
  }

  async all<K extends keyof Records>(kind: K): Promise<[string, Records[K]][]> {
    return [...this.#records]
      .filter(([place]) => place.startsWith(`${kind} `))
      .map(([place, record]) => [place.slice(kind.length + 1), record as Records[K]]);
  }
}
