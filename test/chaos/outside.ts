/** What all workers share: Redis with its replica, and the queues, each of which can fail for all of them at once. */
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
    void this.#strike(next);
  }

  calm(): void {
    this.#planned.length = 0;
  }

  async #strike({ what, ms }: WorldStrike): Promise<void> {
    this.#journal.didToAll(what);
    switch (what) {
      case 'redis refuses':
        return this.#forAWhile(ms, (proxy, on) => proxy.refuse(on));
      case 'redis is silent':
        return this.#forAWhile(ms, (proxy, on) => proxy.blackHole(on));
      case 'queue fails':
        this.queueFails = true;
        setTimeout(() => {
          this.queueFails = false;
        }, ms);
        return;
      case 'failover':
      case 'failover of a late replica':
        await this.#redis.failover({ lagMs: what === 'failover' ? 0 : ms });
        for (const proxy of this.proxies) proxy.cutAll();
        return;
      default:
        what satisfies never;
    }
  }

  #forAWhile(ms: number, set: (proxy: RedisProxy, on: boolean) => void): void {
    for (const proxy of this.proxies) set(proxy, true);
    setTimeout(() => {
      for (const proxy of this.proxies) set(proxy, false);
    }, ms);
  }
}
