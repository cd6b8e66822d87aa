import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Change, Records, Store } from './ports.ts';

/** A browser that does not open its storage within this time will not. */
const OPEN_LIMIT_MS = 5_000;

const KINDS = ['lease', 'receipt', 'term', 'draft'] as const satisfies readonly (keyof Records)[];

type Schema = DBSchema & { [K in keyof Records]: { key: string; value: Records[K] } };

/** IndexedDB: what one tab wrote, every other reads. (localStorage loses updates even under native locks.) */
export class IdbStore implements Store {
  readonly #name: string;
  #db: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(namespace: string) {
    this.#name = namespace;
  }

  /** @throws Error when the browser gives no storage: blocked, an opaque origin, a private window of some browsers */
  async open(): Promise<void> {
    await this.#open();
  }

  async update<K extends keyof Records, A>(
    kind: K,
    key: string,
    change: (was: Records[K] | undefined) => Change<Records[K], A>,
  ): Promise<A> {
    const transaction = await this.#begin(kind, 'readwrite');
    const was = (await transaction.objectStore(kind).get(key)) as Records[K] | undefined;
    const { now, answer } = change(was);
    const store = transaction.objectStore(kind);
    const written = now === undefined ? store.delete(key) : now === was ? undefined : store.put(now, key);
    // Only a transaction that is done has happened.
    await Promise.all([written, transaction.done]);
    return answer;
  }

  async all<K extends keyof Records>(kind: K): Promise<[string, Records[K]][]> {
    const store = (await this.#begin(kind, 'readonly')).objectStore(kind);
    const [keys, records] = await Promise.all([store.getAllKeys(), store.getAll()]);
    return keys.map((key, nth) => [key, records[nth] as Records[K]]);
  }

  async close(): Promise<void> {
    const db = this.#db;
    this.#db = undefined;
    (await db?.catch(() => undefined))?.close();
  }

  async #begin<K extends keyof Records, M extends IDBTransactionMode>(kind: K, mode: M) {
    const db = await this.#open();
    try {
      return db.transaction([kind], mode);
    } catch (error) {
      // The connection has just been closed, by the browser or because someone deletes the database.
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      if ((await this.#db) === db) this.#db = undefined;
      return (await this.#open()).transaction([kind], mode);
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#db ??= within(OPEN_LIMIT_MS, this.#connect()).catch((error) => {
      this.#db = undefined;
      throw error;
    });
    return this.#db;
  }

  #connect(): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(this.#name, 1, {
      upgrade: (db) => {
        for (const kind of KINDS) db.createObjectStore(kind);
      },
      // Another tab deletes it or brings a newer version: in its way we would hold it up for ever.
      blocking: () => void this.close(),
      terminated: () => {
        this.#db = undefined;
      },
    });
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the storage did not open within ${limitMs} ms`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
