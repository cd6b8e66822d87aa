import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Change, Grant, Granted, Lease, LeaseStore, Page, Pulse, Records, Store } from './ports.ts';

/** A browser that does not open its storage within this time will not. */
const OPEN_LIMIT_MS = 5_000;

interface Places extends Records {
  /** By name. */
  lease: Lease;
  /** By owner. */
  pulse: Pulse;
}

const PLACES = ['lease', 'pulse', 'receipt', 'term', 'draft'] as const satisfies readonly (keyof Places)[];

type Schema = DBSchema & { [K in keyof Places]: { key: string; value: Places[K] } };

type Mode = 'readonly' | 'readwrite';
type Transaction = Pick<IDBTransaction, 'abort'>;

/**
 * IndexedDB: what one tab wrote, every other reads. (localStorage loses updates even under native locks.)
 *
 * A transaction that is open while its page is frozen holds up all tabs. So most ask for everything at once and are
 * committed, which needs the page no more. Those that have to read before they write are aborted when the page leaves, and
 * begin only once it is back.
 */
export class IdbStore implements Store, LeaseStore {
  readonly #name: string;
  readonly #inSteps = new Set<Transaction>();
  /** Until the page is back; undefined while it is here. */
  #away: Promise<void> | undefined;
  #db: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(namespace: string, page: Page) {
    this.#name = namespace;
    let back: () => void = () => undefined;
    page.onLeave(() => {
      this.#away ??= new Promise((resolve) => {
        back = resolve;
      });
      for (const transaction of this.#inSteps) abort(transaction);
    });
    page.onReturn(() => {
      this.#away = undefined;
      back();
    });
  }

  /** @throws Error when the browser gives no storage: blocked, an opaque origin, a private window of some browsers */
  async open(): Promise<void> {
    await this.#open();
  }

  async read<K extends keyof Records>(kind: K, key: string): Promise<Records[K] | undefined> {
    const transaction = await this.#begin([kind], 'readonly');
    const record = transaction.objectStore(kind).get(key);
    transaction.commit();
    return (await record) as Records[K] | undefined;
  }

  all<K extends keyof Records>(kind: K): Promise<[string, Records[K]][]> {
    return this.#lookAt(kind);
  }

  async update<K extends keyof Records, A>(
    kind: K,
    key: string,
    change: (was: Records[K] | undefined) => Change<Records[K], A>,
  ): Promise<A> {
    const transaction = await this.#beginInSteps([kind]);
    const was = (await transaction.objectStore(kind).get(key)) as Records[K] | undefined;
    const { now, answer } = change(was);
    const store = transaction.objectStore(kind);
    const written = now === undefined ? store.delete(key) : now === was ? undefined : store.put(now, key);
    // Only a transaction that is done has happened.
    await Promise.all([written, transaction.done]);
    return answer;
  }

  async take(name: string, grant: Grant): Promise<Granted | undefined> {
    const transaction = await this.#beginInSteps(['lease', 'pulse']);
    const leases = transaction.objectStore('lease');
    const pulses = transaction.objectStore('pulse');
    const last = await leases.get(name);
    const granted = grant(last, last && (await pulses.get(last.owner)));
    const written = [];
    if (granted !== undefined) {
      const { untilMs, ...lease } = granted;
      if (last !== undefined) written.push(pulses.delete(last.owner));
      written.push(leases.put(lease, name), pulses.put({ untilMs }, granted.owner));
    }
    await Promise.all([...written, transaction.done]);
    return granted;
  }

  async renew(name: string, owner: string, untilMs: number): Promise<string | undefined> {
    const transaction = await this.#begin(['lease', 'pulse'], 'readwrite');
    const written = transaction.objectStore('pulse').put({ untilMs }, owner);
    const lease = transaction.objectStore('lease').get(name);
    transaction.commit();
    await Promise.all([written, transaction.done]);
    return (await lease)?.owner;
  }

  async release(owner: string): Promise<void> {
    const transaction = await this.#begin(['pulse'], 'readwrite');
    const deleted = transaction.objectStore('pulse').delete(owner);
    transaction.commit();
    await Promise.all([deleted, transaction.done]);
  }

  async leases(): Promise<(Granted & { name: string })[]> {
    const [leases, pulses] = [await this.#lookAt('lease'), new Map(await this.#lookAt('pulse'))];
    return leases.flatMap(([name, lease]) => {
      const pulse = pulses.get(lease.owner);
      return pulse ? [{ ...lease, ...pulse, name }] : [];
    });
  }

  async forgetLeases(beforeMs: number): Promise<void> {
    const transaction = await this.#beginInSteps(['lease', 'pulse']);
    const leases = transaction.objectStore('lease');
    const pulses = transaction.objectStore('pulse');
    for (const name of await leases.getAllKeys()) {
      const lease = await leases.get(name);
      const pulse = lease && (await pulses.get(lease.owner));
      if (lease === undefined || lease.sinceMs >= beforeMs || (pulse && pulse.untilMs >= beforeMs)) continue;
      await Promise.all([leases.delete(name), pulses.delete(lease.owner)]);
    }
    await transaction.done;
  }

  async #lookAt<K extends keyof Places>(place: K): Promise<[string, Places[K]][]> {
    const transaction = await this.#begin([place], 'readonly');
    const store = transaction.objectStore(place);
    const asked = Promise.all([store.getAllKeys(), store.getAll()]);
    transaction.commit();
    const [keys, records] = await asked;
    return keys.map((key, nth) => [key, records[nth] as Places[K]]);
  }

  /** For those that read before they write. */
  async #beginInSteps<K extends keyof Places>(places: K[]) {
    await this.#away;
    const transaction = await this.#begin(places, 'readwrite');
    this.#inSteps.add(transaction);
    const forget = () => this.#inSteps.delete(transaction);
    transaction.done.then(forget, forget);
    return transaction;
  }

  async #begin<K extends keyof Places, M extends Mode>(places: K[], mode: M) {
    const transaction = await this.#transaction(places, mode);
    // Whoever waits for one of its requests learns of a failure there.
    transaction.done.catch(() => undefined);
    return transaction;
  }

  async #transaction<K extends keyof Places, M extends Mode>(places: K[], mode: M) {
    const db = await this.#open();
    try {
      return db.transaction(places, mode);
    } catch (error) {
      // The connection has just been closed, by the browser or because someone deletes the database.
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      if ((await this.#db) === db) this.#db = undefined;
      return (await this.#open()).transaction(places, mode);
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#db ??= within(OPEN_LIMIT_MS, this.#connect()).catch((error) => {
      this.#db = undefined;
      throw error;
    });
    return this.#db;
  }

  async #close(): Promise<void> {
    const db = this.#db;
    this.#db = undefined;
    (await db?.catch(() => undefined))?.close();
  }

  #connect(): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(this.#name, 1, {
      upgrade: (db) => {
        for (const place of PLACES) db.createObjectStore(place);
      },
      // Another tab deletes it or brings a newer version: in its way we would hold it up for ever.
      blocking: () => void this.#close(),
      terminated: () => {
        this.#db = undefined;
      },
    });
  }
}

function abort(transaction: Transaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed, which needs the page no more.
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the storage did not open within ${limitMs} ms`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
