/** What all workers share: Redis with its replica, and the queues, each of which can fail for all of them at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisProxy } from '../faults/redis-proxy.ts';
import type { Journal } from './journal.ts';
import type { WorldStrike } from './plan.ts';
import type { RedisPair } from './redis-pair.ts';

export class Outside {
  /** One for each execution environment. */
  readonly proxies = new Set<RedisProxy>();
  queueFails = false;
  readonly #redis: RedisPair;
  readonly #journal: Journal;
  readonly #planned: WorldStrike[];
  readonly #met = new Set<string>();
  /** One after the other: a failover needs a replica that has caught up. */
  #striking: Promise<void> = Promise.resolve();

  constructor(redis: RedisPair, journal: Journal, planned: readonly WorldStrike[]) {
    this.#redis = redis;
    this.#journal = journal;
    this.#planned = [...planned];
  }

  /** What is planned comes when so many submissions have been claimed. */
  meet(id: string): void {
    this.#met.add(id);
    const [next] = this.#planned;
    if (next === undefined || this.#met.size < next.atNth) return;
    this.#planned.shift();
    this.#striking = this.#striking.then(() => this.#strike(next));
  }

  calm(): void {
    this.#planned.length = 0;
  }

  /** Nothing new is done any more. Resolves when what was begun is over. */
  stop(): Promise<void> {
    this.calm();
    return this.#striking;
  }

  async #strike({ what, ms }: WorldStrike): Promise<void> {
    switch (what) {
      case 'redis refuses':
        this.#journal.didToRedis(what, false);
        return this.#forAWhile(ms, (proxy, on) => proxy.refuse(on));
      case 'redis is silent':
        this.#journal.didToRedis(what, false);
        return this.#forAWhile(ms, (proxy, on) => proxy.blackHole(on));
      case 'queue fails':
        this.#journal.didToQueue(what);
        this.queueFails = true;
        await sleep(ms);
        this.queueFails = false;
        return;
      case 'failover':
      case 'failover of a late replica': {
        const over = this.#journal.didToRedis(what, true);
        await this.#redis.failover({ lagMs: what === 'failover' ? 0 : ms }, () => {
          for (const proxy of this.proxies) proxy.cutAll();
          over();
        });
        return;
      }
      default:
        what satisfies never;
    }
  }

  async #forAWhile(ms: number, set: (proxy: RedisProxy, on: boolean) => void): Promise<void> {
    for (const proxy of this.proxies) set(proxy, true);
    await sleep(ms);
    for (const proxy of this.proxies) set(proxy, false);
  }
}
