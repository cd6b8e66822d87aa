import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaseLostError, LedgerError, TimeBudgetError } from '../../lib/submission/errors.ts';
import { leaseMs, startHeartbeat } from '../../lib/submission/heartbeat.ts';
import { type TurnOptions, turnOf } from '../support/turn.ts';

function beating(options: TurnOptions = {}) {
  const world = turnOf(options);
  const beat = startHeartbeat({
    ...world.turn,
    claim: { key: 'f.1', token: 't' },
    claimedAtMs: world.clock.monotonicMs(),
    leaseMs: leaseMs(world.turn.invocation, world.turn.policy),
    neededMs: 21_000,
  });
  return { ...world, beat };
}

test('each beat renews the lease, then hides the message for the lease and a second', async () => {
  const { clock, ledger, hidden, beat } = beating();
  await clock.advance(12_500);
  assert.equal(ledger.calls.filter((call) => call === 'renew').length, 3);
  assert.deepEqual(hidden, [11_000, 11_000, 11_000, 11_000]);
  assert.equal(beat.signal.aborted, false);
  await beat.stop();
});

test('Redis silent: aborts the margin before the lease ends, by its own timer', async () => {
  const { clock, ledger, beat, counted } = beating();
  ledger.renewals = [new LedgerError('silent')];
  await clock.advance(8_400);
  assert.equal(beat.signal.aborted, false);
  await clock.advance(100);
  assert.ok(beat.signal.reason instanceof LeaseLostError);
  assert.deepEqual(counted, ['LeaseLost']);
  await beat.stop();
});

test('the lease is somebody else’s: aborts at that beat', async () => {
  const { clock, ledger, beat } = beating();
  ledger.renewals = [false];
  await clock.advance(4_000);
  assert.ok(beat.signal.reason instanceof LeaseLostError);
  await beat.stop();
});

test('the lease counts from when its renewal was sent, not from when it was answered', async () => {
  const { clock, ledger, beat } = beating();
  const renew = ledger.renew.bind(ledger);
  ledger.renew = async () => {
    clock.block(1_500);
    return renew();
  };
  await clock.advance(4_000);
  assert.equal(beat.leaseLeftMs(), 8_500);
  await beat.stop();
});

test('little of the invocation left: aborts while proof and settling would still fit', async () => {
  const { clock, beat } = beating({ remainingMs: 40_000 });
  await clock.advance(18_900);
  assert.equal(beat.signal.aborted, false);
  await clock.advance(200);
  assert.ok(beat.signal.reason instanceof TimeBudgetError);
  await beat.stop();
});

test('the lease never outlives the invocation by more than the kill grace', () => {
  const { turn } = turnOf({ remainingMs: 3_000 });
  assert.equal(leaseMs(turn.invocation, turn.policy), 5_000);
});

test('after arming the abort ends and the beat goes on', async () => {
  const { clock, ledger, beat } = beating();
  beat.keepOnly();
  ledger.renewals = [true, false];
  await clock.advance(30_000);
  assert.equal(beat.signal.aborted, false);
  assert.ok(ledger.calls.filter((call) => call === 'renew').length >= 7);
  await beat.stop();
});

test('a visibility that cannot be extended aborts nothing', async () => {
  const { turn, clock, beat } = beating();
  turn.delivery.hide = async () => {
    throw new Error('the receipt handle is void');
  };
  await clock.advance(20_000);
  assert.equal(beat.signal.aborted, false);
  await beat.stop();
});

test('a queue that hangs delays neither the next renewal nor the end', async () => {
  const { turn, clock, ledger, beat } = beating();
  turn.delivery.hide = (_, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  await clock.advance(12_500);
  assert.equal(ledger.calls.filter((call) => call === 'renew').length, 3);
  await beat.stop();
});

test('stop waits for a beat under way, which then hides nothing, and leaves no timer', async () => {
  const { clock, ledger, hidden, beat } = beating();
  const answer = Promise.withResolvers<boolean>();
  ledger.renew = () => answer.promise;
  await clock.advance(4_000);
  const hiddenBefore = hidden.length;
  const stopped = beat.stop();
  answer.resolve(true);
  await stopped;
  assert.equal(hidden.length, hiddenBefore);
  assert.equal(clock.pendingTimers, 0);
});
