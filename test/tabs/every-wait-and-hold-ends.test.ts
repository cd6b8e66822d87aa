import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  LockBusyError,
  LockLostError,
  LockOrderError,
  LockTimeoutError,
  QueueFullError,
} from '../../lib/tabs/errors.ts';
import { type Held, LIMITS, NOTICE_AFTER_MS, WIND_DOWN_MS } from '../../lib/tabs/with-locks.ts';
import { FakeOrigin } from './fakes.ts';

const forever = () => new Promise<never>(() => undefined);
const untilSignal = ({ signal }: Held) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('ended well')));
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  );

function setUp() {
  const origin = new FakeOrigin();
  const tab = origin.tab();
  const other = origin.tab();
  /** Whether another tab gets the lock within no time. */
  const isFree = async () => {
    const free = other.locks.withLocks(['a'], async () => true, { ifAvailable: true });
    return free.catch((error) => {
      assert.ok(error instanceof LockBusyError);
      return false;
    });
  };
  return { origin, clock: origin.clock, tab, other, isFree };
}

test('a wait ends, and its work never runs', async () => {
  const { clock, tab, other } = setUp();
  void other.locks.withLocks(['a'], untilSignal).catch(() => undefined);
  await clock.advance(1);
  let ran = false;
  const work = async () => {
    ran = true;
  };
  const waits = outcomeOf(tab.locks.withLocks(['a'], work, { waitMs: 5_000 }));
  await clock.advance(5_001);
  assert.ok((await waits) instanceof LockTimeoutError);
  await clock.advance(LIMITS.holdMs * 2);
  assert.equal(ran, false);
});

test('a wait ends also where the browser answers nothing; granted too late is not granted', async () => {
  const { origin, clock } = setUp();
  let grant: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    grant = resolve;
  });
  const { locks } = origin;
  const request = locks.request.bind(locks) as (...all: unknown[]) => Promise<unknown>;
  Object.assign(locks, {
    request: async (name: string, _options: LockOptions, work: () => Promise<unknown>) => {
      await slow;
      return request(name, work);
    },
  });
  let ran = false;
  const waits = outcomeOf(
    origin.tab().locks.withLocks(['a'], async () => {
      ran = true;
    }),
  );
  await clock.advance(LIMITS.waitMs + 1);
  assert.ok((await waits) instanceof LockTimeoutError);
  grant();
  await clock.advance(1);
  assert.equal(ran, false);
});

test('a hold ends: the work is told, has a moment to wind down, and the lock goes', async () => {
  const { clock, tab, isFree } = setUp();
  let told = false;
  const held = outcomeOf(
    tab.locks.withLocks(['a'], ({ signal }) => {
      signal.addEventListener('abort', () => {
        told = true;
      });
      return forever();
    }),
  );
  await clock.advance(LIMITS.holdMs - 1);
  assert.equal(told, false);
  await clock.advance(1);
  assert.equal(told, true);
  assert.equal(await isFree(), false);
  await clock.advance(WIND_DOWN_MS);
  assert.equal(await isFree(), true);
  const lost = await held;
  assert.ok(lost instanceof LockLostError && lost.reason === 'hold-limit');
});

test('a page that is left or frozen lets go at once: it may run no later', async () => {
  const { tab, isFree, clock } = setUp();
  const held = outcomeOf(tab.locks.withLocks(['a'], forever));
  await clock.advance(1);
  tab.page.leave();
  const lost = await held;
  assert.ok(lost instanceof LockLostError && lost.reason === 'page-left');
  assert.equal(await isFree(), true);
});

test('work that ends well after its signal was not protected to its end', async () => {
  const { clock, tab } = setUp();
  const held = outcomeOf(tab.locks.withLocks(['a'], untilSignal));
  await clock.advance(LIMITS.holdMs);
  assert.ok((await held) instanceof LockLostError);
});

test('the caller cancels a wait', async () => {
  const { clock, tab, other } = setUp();
  void other.locks.withLocks(['a'], untilSignal).catch(() => undefined);
  await clock.advance(1);
  const cancel = new AbortController();
  const waits = outcomeOf(tab.locks.withLocks(['a'], async () => 'ran', { signal: cancel.signal }));
  await clock.advance(1);
  cancel.abort('cancelled');
  assert.equal(await waits, 'cancelled');
  assert.equal(
    await outcomeOf(tab.locks.withLocks(['b'], async () => 'ran', { signal: cancel.signal })),
    'cancelled',
  );
});

test('a wait that takes long is told once, a short one never', async () => {
  const { clock, tab, other } = setUp();
  let told = 0;
  const onWaiting = () => {
    told++;
  };
  await tab.locks.withLocks(['a'], async () => undefined, { onWaiting });
  await clock.advance(NOTICE_AFTER_MS * 2);
  assert.equal(told, 0);
  void other.locks.withLocks(['a'], untilSignal).catch(() => undefined);
  await clock.advance(1);
  void tab.locks.withLocks(['a'], async () => undefined, { onWaiting }).catch(() => undefined);
  await clock.advance(NOTICE_AFTER_MS * 3);
  assert.equal(told, 1);
});

test('no more than so many wait, and those who wait are served', async () => {
  const { clock, tab } = setUp();
  const served: number[] = [];
  const limits = { maxPending: 3 };
  let end: () => void = () => undefined;
  const first = tab.locks.withLocks(
    ['a'],
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await clock.advance(1);
  const waits = [1, 2, 3].map((nth) => tab.locks.withLocks(['a'], async () => void served.push(nth), limits));
  assert.ok((await outcomeOf(tab.locks.withLocks(['a'], forever, limits))) instanceof QueueFullError);
  end();
  await Promise.all([first, ...waits]);
  assert.deepEqual(served, [1, 2, 3]);
});

test('an error of the work is the error, and the lock is free', async () => {
  const { tab, isFree } = setUp();
  const failed = tab.locks.withLocks(['a'], async () => {
    throw new RangeError('of the work');
  });
  assert.ok((await outcomeOf(failed)) instanceof RangeError);
  assert.equal(await isFree(), true);
  assert.deepEqual(tab.locks.own, []);
});

test('locks inside of locks come later in the order, or are refused before they can hang', async () => {
  const { tab } = setUp();
  const nested = (inner: string) =>
    outcomeOf(tab.locks.withLocks(['b'], (held) => held.withLocks([inner], async () => 'both')));
  assert.equal(await nested('c'), 'both');
  assert.ok((await nested('a')) instanceof LockOrderError);
  assert.ok((await nested('b')) instanceof LockOrderError);
});

test('no timer outlives its work', async () => {
  const { clock, tab } = setUp();
  await tab.locks.withLocks(['a', 'b'], async () => undefined);
  assert.equal(clock.pendingTimers, 0);
});
