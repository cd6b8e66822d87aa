import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KeyPayloadMismatchError, NotSentError } from '../../lib/tabs/errors.ts';
import { InTabLocks } from '../../lib/tabs/in-tab-locks.ts';
import type { Change, Records, Store } from '../../lib/tabs/ports.ts';
import { type Attempt, type Landing, SingleFlight } from '../../lib/tabs/single-flight.ts';
import { TabLocks } from '../../lib/tabs/with-locks.ts';
import { settleMicrotasks } from '../support/fake-clock.ts';
import { FakeOrigin, FakePage } from './fakes.ts';

type Job = { readonly job: string };

/** A server that knows its keys, and what it was sent. */
class Server {
  readonly seen: Attempt[] = [];
  readonly jobs = new Map<string, Job>();

  take(attempt: Attempt): Job {
    this.seen.push(attempt);
    const job = this.jobs.get(attempt.key) ?? { job: `job ${this.jobs.size + 1}` };
    this.jobs.set(attempt.key, job);
    return job;
  }
}

const never = () => new Promise<never>(() => undefined);

/** Where a tab can die: around each use of storage, and around the server's work. */
const STEPS = [
  'before claim',
  'after claim',
  'before arrival',
  'after arrival',
  'before ack',
  'after ack',
] as const;
type Step = (typeof STEPS)[number];

/** Storage that a dying tab uses: at its step nothing goes on any more. */
class DyingStore implements Store {
  readonly #store: Store;
  readonly #dies: (step: Step) => Promise<void>;
  #nth = 0;

  constructor(store: Store, dies: (step: Step) => Promise<void>) {
    this.#store = store;
    this.#dies = dies;
  }

  async update<K extends keyof Records, A>(
    kind: K,
    key: string,
    change: (was: Records[K] | undefined) => Change<Records[K], A>,
  ): Promise<A> {
    const what = this.#nth++ === 0 ? 'claim' : 'ack';
    await this.#dies(`before ${what}`);
    const answer = await this.#store.update(kind, key, change);
    await this.#dies(`after ${what}`);
    return answer;
  }

  read: Store['read'] = (kind, key) => this.#store.read(kind, key);
  all: Store['all'] = (kind) => this.#store.all(kind);
}

for (const step of STEPS) {
  for (const asks of [false, true]) {
    test(`a tab dies ${step}; the next one ${asks ? 'asks, then sends' : 'sends'} with the same key, or knows`, async () => {
      const origin = new FakeOrigin();
      const server = new Server();
      const dies = (at: Step) => (at === step ? never() : Promise.resolve());
      // Locks of its own: those of a tab that died are free.
      const locks = new TabLocks('test', new InTabLocks(), origin.clock, new FakePage());
      const dying = new SingleFlight({ ...origin.tab(), locks, store: new DyingStore(origin.store, dies) });
      void dying.fly<Job>('k', async (attempt) => {
        await dies('before arrival');
        const job = server.take(attempt);
        await dies('after arrival');
        return job;
      });
      await settleMicrotasks();
      const before = server.seen.length;

      let asked = 0;
      const ask = async ({ key }: Attempt) => {
        asked++;
        return server.jobs.get(key);
      };
      const landing = await origin
        .tab()
        .flights.fly<Job>('k', async (attempt) => server.take(attempt), asks ? { ask } : {});

      assert.ok('receipt' in landing);
      assert.deepEqual(landing.receipt, { job: 'job 1' });
      assert.equal(server.jobs.size, 1);
      const claimed = step !== 'before claim';
      const acked = step === 'after ack';
      assert.equal(asked, asks && claimed && !acked ? 1 : 0);
      const known = acked || (asks && before === 1);
      assert.equal(landing.outcome, known ? 'already-sent' : 'sent');
      assert.equal(server.seen.length, known ? 1 : before + 1);
      if (!known) assert.equal(server.seen.at(-1)?.again, claimed, 'says that it may have been sent before');
    });
  }
}

test('a lost answer is unknown, and found out by the same call', async () => {
  const { flights } = new FakeOrigin().tab();
  const server = new Server();
  let lost = true;
  const send = async (attempt: Attempt) => {
    const job = server.take(attempt);
    if (lost) throw new TypeError('network error');
    return job;
  };
  const first = await flights.fly('k', send);
  assert.equal(first.outcome, 'unknown');
  lost = false;
  assert.deepEqual(await flights.fly('k', send), { outcome: 'sent', receipt: { job: 'job 1' } });
  assert.deepEqual(
    server.seen.map(({ key, again }) => ({ key, again })),
    [
      { key: 'k', again: false },
      { key: 'k', again: true },
    ],
  );
});

test('what the server refused was not sent, unless an earlier try may have been', async () => {
  const { flights, store } = new FakeOrigin().tab();
  const refuse = async () => {
    throw new NotSentError('422');
  };
  await assert.rejects(flights.fly('k', refuse), NotSentError);
  assert.deepEqual(await store.all('receipt'), []);

  await flights.fly('k', () => Promise.reject(new TypeError('network error')));
  await assert.rejects(flights.fly('k', refuse), NotSentError);
  let again: boolean | undefined;
  await flights.fly('k', async (attempt) => {
    again = attempt.again;
  });
  assert.equal(again, true);
});

test('a key that was used for other content is refused, in this tab and in another', async () => {
  const origin = new FakeOrigin();
  const { flights } = origin.tab();
  const sent: string[] = [];
  const fly = (one: SingleFlight, payload: string) =>
    one.fly('k', async () => void sent.push(payload), { payload });
  const first = fly(flights, 'one');
  await assert.rejects(fly(flights, 'other'), KeyPayloadMismatchError);
  await first;
  await assert.rejects(fly(origin.tab().flights, 'other'), KeyPayloadMismatchError);
  assert.deepEqual(sent, ['one']);
});

test('a late answer of a try that lost its lock does not undo what another has since learned', async () => {
  const origin = new FakeOrigin();
  const tab = origin.tab();
  let answer: (error: Error) => void = () => undefined;
  const slow = tab.flights.fly(
    'k',
    () =>
      new Promise((_, reject) => {
        answer = reject;
      }),
  );
  await settleMicrotasks();
  tab.page.leave();
  assert.equal((await slow).outcome, 'unknown');
  const next = await origin.tab().flights.fly('k', async () => 'receipt');
  assert.equal(next.outcome, 'sent');
  answer(new TypeError('network error'));
  await settleMicrotasks();
  assert.deepEqual(await origin.tab().flights.fly('k', async () => 'other'), {
    outcome: 'already-sent',
    receipt: 'receipt',
  });
});

test('any tabs, any order, deaths and lost answers: one job, one sending at a time, none after a receipt', async () => {
  const click = fc.record({
    tab: fc.nat(3),
    end: fc.constantFrom('answers', 'answers', 'answer lost', 'tab dies', 'refused'),
  });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(click, { minLength: 1, maxLength: 8 }), async (s, clicks) => {
      const origin = new FakeOrigin();
      const tabs = Array.from({ length: 4 }, () => origin.tab());
      const server = new Server();
      let sending = 0;
      let mayHaveArrived = false;
      let receipt: Job | undefined;
      // Told at the end: what `send` throws is taken for a lost answer.
      const wrong: string[] = [];
      const landings: Promise<Landing<Job> | undefined>[] = [];
      for (const { tab, end } of clicks) {
        const send = async (attempt: Attempt) => {
          if (receipt !== undefined) wrong.push('sent again after a receipt');
          if (++sending > 1) wrong.push('two at the same time');
          if (mayHaveArrived && !attempt.again) wrong.push('taken for not sent');
          try {
            await s.schedule(Promise.resolve(), 'request');
            if (end === 'refused') throw new NotSentError('422');
            mayHaveArrived = true;
            const job = server.take(attempt);
            await s.schedule(Promise.resolve(), 'answer');
            if (end === 'answer lost') throw new TypeError('network error');
            if (end === 'tab dies') {
              tabs[tab]?.page.leave();
              throw new TypeError('gone');
            }
            receipt = job;
            return job;
          } finally {
            sending--;
          }
        };
        landings.push(
          s
            .schedule(Promise.resolve(), 'click')
            .then(() => tabs[tab]?.flights.fly('k', send))
            .catch((error) => {
              assert.ok(error instanceof NotSentError, String(error));
              return undefined;
            }),
        );
      }
      await s.waitFor(Promise.all(landings));
      for (const landing of await Promise.all(landings)) {
        if (landing && 'receipt' in landing) assert.deepEqual(landing.receipt, { job: 'job 1' });
      }
      assert.deepEqual(wrong, []);
      assert.ok(server.jobs.size <= 1);
    }),
    { numRuns: 150 },
  );
});
