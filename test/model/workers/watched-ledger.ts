/** The real ledger of one key: after each step it is compared with the model, and the invariants are checked. */
import assert from 'node:assert/strict';
import type { Redis } from 'ioredis';
import { META_KEY, metaText } from '../../../lib/ledger/meta.ts';
import type { RedisLedger } from '../../../lib/ledger/redis-ledger.ts';
import type { Resolution } from '../../../lib/submission/ports.ts';
import { META } from '../../support/ledger.ts';
import { checkInvariants, checkKeys } from '../invariants.ts';
import { apply, type Data, EMPTY, type Ledger, type Step } from '../ledger-model.ts';
import { ask, inWords, NOTHING, placeOf, type Snapshot, snapshot } from '../real-ledger.ts';

export const PLACE = placeOf(0);

export class WatchedLedger {
  readonly #redis: Redis;
  readonly ledger: RedisLedger;
  /** Data that the ledger held an end for, at some time. */
  readonly ended = new Set<Data>();
  #expected = EMPTY;
  #now: Snapshot = NOTHING;

  constructor(redis: Redis, ledger: RedisLedger) {
    this.#redis = redis;
    this.ledger = ledger;
  }

  async startAnew(): Promise<void> {
    await this.#redis.pipeline().flushdb().set(META_KEY, metaText(META)).exec();
  }

  /** In the model's words. */
  get state(): Ledger {
    return this.#expected;
  }

  /** Something that happens to the ledger by itself. */
  async happens(step: Step): Promise<void> {
    await this.executes(step, () => ask({ ledger: this.ledger, redis: this.#redis }, PLACE, step), String);
  }

  /** A command that somebody sent, in the model's words and as it is. */
  async executes<T>(step: Step, command: () => Promise<T>, inWordsOf: (answer: T) => string): Promise<T> {
    const before = this.#now;
    const [expectedAnswer, next] = apply(this.#expected, step);
    const answer = await command();
    const [after, keys] = await Promise.all([snapshot(this.#redis, PLACE), this.#redis.keys('*')]);
    checkInvariants(before, step, inWordsOf(answer), after);
    checkKeys(keys);
    assert.equal(inWordsOf(answer), expectedAnswer, 'the answer');
    assert.deepEqual(inWords(after), next, 'what is left behind');
    this.#expected = next;
    this.#now = after;
    if (next.phase === 'submitted' && next.data !== '') this.ended.add(next.data);
    for (const data of next.refused) this.ended.add(data);
    return answer;
  }

  /** By the deadline of the arming that stands now. */
  lookOf({ lookStartedAtMs, flightGraceMs }: Pick<Resolution, 'lookStartedAtMs' | 'flightGraceMs'>) {
    return lookStartedAtMs >= Number(this.#now.record.deadline) + flightGraceMs ? 'late' : 'early';
  }
}
