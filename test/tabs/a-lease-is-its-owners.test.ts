import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FencedLock, HIDDEN_LEASE_MS, LEASE_MS, LeaseLocks } from '../../lib/tabs/lease-locks.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeAir, FakePage, MemoryLeases } from './fakes.ts';

function origin() {
  const clock = new FakeClock();
  const store = new MemoryLeases();
  const air = new FakeAir();
  let owners = 0;
  const tab = () => {
    const page = new FakePage();
    const newOwner = () => `owner ${++owners}`;
    const parts = { store, clock, page, channel: air.channel(), random: () => 0.5, newOwner };
    return { page, locks: new LeaseLocks(parts) };
  };
  return { clock, store, air, tab };
}

/** Holds until told, and says how it ended. */
function holder(locks: LockManager, name = 'a') {
  let release: () => void = () => undefined;
  let token: number | undefined;
  let running = false;
  const ended = locks
    .request(name, async (lock) => {
      token = (lock as FencedLock).token;
      running = true;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return 'ended well';
    })
    .catch((error: DOMException) => error.name);
  return {
    ended,
    release: () => release(),
    get token() {
      return token;
    },
    get running() {
      return running;
    },
  };
}

test('renewed for as long as its holder works, handed over at once when it ends', async () => {
  const { clock, tab } = origin();
  const one = holder(tab().locks);
  await clock.advance(1);
  const other = holder(tab().locks);
  await clock.advance(LEASE_MS * 10);
  assert.deepEqual([one.running, other.running], [true, false]);
  one.release();
  await clock.advance(0);
  assert.equal(await one.ended, 'ended well');
  assert.equal(other.running, true);
});

test('of a tab that died it is taken over after its time, not before', async () => {
  const { clock, store, tab } = origin();
  store.lease.set('a', { owner: 'dead', token: 7, sinceMs: clock.epochMs() });
  store.pulse.set('dead', { untilMs: clock.epochMs() + LEASE_MS });
  const next = holder(tab().locks);
  await clock.advance(LEASE_MS - 1);
  assert.equal(next.running, false);
  await clock.advance(20);
  assert.equal(next.running, true);
  assert.ok((next.token ?? 0) > 7);
});

test('tokens grow, also after the records were deleted', async () => {
  const { clock, store, tab } = origin();
  const tokens: number[] = [];
  for (const wiped of [false, false, true, false]) {
    if (wiped) {
      await clock.advance(10);
      store.lease.clear();
    }
    const one = holder(tab().locks);
    await clock.advance(0);
    tokens.push(one.token ?? 0);
    one.release();
    await one.ended;
  }
  assert.deepEqual(
    tokens,
    [...new Set(tokens)].sort((a, b) => a - b),
  );
});

test('a holder that slept through its lease learns that it is lost, and leaves the next one alone', async () => {
  const { clock, store, tab } = origin();
  const sleeper = holder(tab().locks);
  await clock.advance(1);
  clock.block(LEASE_MS + 1);
  store.lease.set('a', { owner: 'next', token: 1, sinceMs: clock.epochMs() });
  store.pulse.set('next', { untilMs: clock.epochMs() + LEASE_MS });
  await clock.advance(1);
  assert.equal(await sleeper.ended, 'AbortError');
  const third = holder(tab().locks);
  sleeper.release();
  await clock.advance(LEASE_MS / 2);
  assert.equal(third.running, false, 'the late release let a third one in');
  assert.ok(store.pulse.has('next'));
});

test('a late beat that finds the lease untouched goes on', async () => {
  const { clock, tab } = origin();
  const one = holder(tab().locks);
  await clock.advance(1);
  clock.block(LEASE_MS * 3);
  await clock.advance(LEASE_MS);
  one.release();
  await clock.advance(0);
  assert.equal(await one.ended, 'ended well');
});

for (const mood of ['failing', 'silent'] as const) {
  test(`storage that is ${mood}: lost when nothing is certain any more`, async () => {
    const { clock, store, tab } = origin();
    const one = holder(tab().locks);
    await clock.advance(1);
    store.mood = mood;
    let lost = false;
    void one.ended.then(() => {
      lost = true;
    });
    await clock.advance(LEASE_MS / 2);
    assert.equal(lost, false);
    await clock.advance(LEASE_MS * 1.5);
    assert.equal(await one.ended, 'AbortError');
  });
}

test('a page that is hidden takes a lease that outlives slow timers, and gives it back when seen', async () => {
  const { clock, store, tab } = origin();
  const { page, locks } = tab();
  const one = holder(locks);
  await clock.advance(1);
  const leftMs = () => (store.pulse.get('owner 1')?.untilMs ?? 0) - clock.epochMs();
  page.hide(true);
  await clock.advance(0);
  assert.equal(leftMs(), HIDDEN_LEASE_MS);
  page.hide(false);
  await clock.advance(0);
  assert.equal(leftMs(), LEASE_MS);
  one.release();
  await one.ended;
  assert.equal(clock.pendingTimers, 0);
});

test('an aborted wait ends at once, and takes nothing', async () => {
  const { clock, store, tab } = origin();
  const one = holder(tab().locks);
  await clock.advance(1);
  const cancel = new AbortController();
  const waits = tab().locks.request('a', { signal: cancel.signal }, async () => 'ran');
  waits.catch(() => undefined);
  await clock.advance(1);
  cancel.abort('cancelled');
  await assert.rejects(waits, (reason) => reason === 'cancelled');
  one.release();
  await clock.advance(LEASE_MS);
  assert.equal(store.pulse.size, 0);
});

test('a release that nobody announced is noticed all the same', async () => {
  const { clock, store, tab } = origin();
  store.lease.set('a', { owner: 'other', token: 7, sinceMs: clock.epochMs() });
  store.pulse.set('other', { untilMs: clock.epochMs() + HIDDEN_LEASE_MS });
  const next = holder(tab().locks);
  await clock.advance(1);
  store.pulse.delete('other');
  await clock.advance(1_001);
  assert.equal(next.running, true);
  next.release();
});
