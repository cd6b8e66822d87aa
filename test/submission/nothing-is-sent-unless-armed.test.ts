import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LedgerError } from '../../lib/submission/errors.ts';
import type { Attempt, RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { settleMicrotasks } from '../support/fake-clock.ts';
import { type TurnOptions, turnOf } from '../support/turn.ts';

/** A run that counts as sent the moment `arm` resolves, as the gate does. */
function watched(
  options: TurnOptions & { readonly beforeArm?: (world: ReturnType<typeof turnOf>) => unknown } = {},
) {
  let sent = 0;
  const run = async ({ arm }: Attempt): Promise<RunResult> => {
    await options.beforeArm?.(world);
    await arm();
    sent++;
    return { kind: 'submitted', outcome: { text: 'receipt' } };
  };
  const world = turnOf({ ...options, runs: [run] });
  return { ...world, sent: () => sent };
}

test('arm answers anything but armed: nothing is sent', async () => {
  for (const answer of [
    'unconfirmed',
    'lost',
    'wrongPhase',
    'paused',
    new LedgerError('no answer'),
  ] as const) {
    const { turn, ledger, sent } = watched();
    ledger.arms = [answer];
    assert.equal((await submitOnce(turn)).kind, 'retry', String(answer));
    assert.equal(sent(), 0, String(answer));
    assert.ok(!ledger.calls.some((call) => call.startsWith('settle')));
  }
});

test('an unconfirmed or unanswered arming is taken back, and burns no attempt', async () => {
  for (const answer of ['unconfirmed', new LedgerError('no answer')] as const) {
    const { turn, ledger } = watched();
    ledger.arms = [answer];
    ledger.disarms = ['wrongPhase'];
    await submitOnce(turn);
    assert.deepEqual(ledger.calls.slice(1, 4), ['arm', 'disarm refund', 'release refund']);
  }
});

test('the event loop was blocked beyond the lease: the stale run stops before it asks the ledger', async () => {
  const { turn, ledger, sent } = watched({ beforeArm: ({ clock }) => clock.block(15_000) });
  assert.equal((await submitOnce(turn)).kind, 'retry');
  assert.ok(!ledger.calls.includes('arm'));
  assert.equal(sent(), 0);
});

test('too little time left for proof and settling: nothing is sent', async () => {
  const { turn, ledger, sent } = watched({
    remainingMs: 25_000,
    policy: { leaseTtlMs: 60_000 },
    beforeArm: ({ clock }) => clock.block(5_000),
  });
  assert.equal((await submitOnce(turn)).kind, 'retry');
  assert.ok(!ledger.calls.includes('arm'));
  assert.equal(sent(), 0);
});

test('expiresAt passed while filling: nothing is sent, parked', async () => {
  const expiresAtMs = turnOf().clock.epochMs() + 1_000;
  const { turn, sent } = watched({
    submission: { expiresAtMs },
    beforeArm: ({ clock }) => clock.block(2_000),
  });
  const disposition = await submitOnce(turn);
  assert.ok(disposition.kind === 'parked' && disposition.reason === 'expired');
  assert.equal(sent(), 0);
});

test('the answer to arm comes after the deadline, by whichever clock: taken back, not sent', async () => {
  for (const late of [
    (world: ReturnType<typeof turnOf>) => world.clock.block(120_000),
    // the host was suspended: only the other clock noticed
    (world: ReturnType<typeof turnOf>) => {
      world.clock.epochAheadMs += 120_000;
    },
  ]) {
    const { sent, ...world } = watched();
    world.ledger.duringArm = () => late(world);
    assert.equal((await submitOnce(world.turn)).kind, 'retry');
    assert.ok(world.ledger.calls.includes('disarm refund'));
    assert.equal(sent(), 0);
  }
});

test('the run is aborted while the ledger arms: taken back, not sent', async () => {
  const { turn, ledger, clock, sent } = watched();
  ledger.renewals = [new LedgerError('silent')];
  ledger.duringArm = () => clock.advance(9_000);
  assert.equal((await submitOnce(turn)).kind, 'retry');
  assert.ok(ledger.calls.includes('disarm refund'));
  assert.equal(sent(), 0);
});

test('the run fails while the ledger arms: the disposition waits, and nothing is sent', async () => {
  const world = turnOf({
    runs: [
      async ({ arm }) => {
        void arm().catch(() => {});
        throw new Error('the click failed');
      },
    ],
  });
  world.ledger.duringArm = settleMicrotasks;
  assert.equal((await submitOnce(world.turn)).kind, 'retry');
  assert.deepEqual(world.ledger.calls, ['claim', 'arm', 'disarm refund', 'release keep', 'close']);
});

test('after arming, a lost lease does not stop the wait for proof', async () => {
  const receipt = Promise.withResolvers<RunResult>();
  const world = turnOf({
    runs: [
      async ({ arm }) => {
        await arm();
        return receipt.promise;
      },
    ],
  });
  world.ledger.renewals = [false];
  const disposition = submitOnce(world.turn);
  await world.clock.advance(14_000);
  receipt.resolve({ kind: 'submitted', outcome: { text: 'receipt' } });
  assert.equal((await disposition).kind, 'done');
});

test('remaining time zero, negative or unknown: not even claimed', async () => {
  for (const remainingMs of [0, -1, Number.NaN, 20_000]) {
    const { turn, ledger } = turnOf({ remainingMs });
    assert.equal((await submitOnce(turn)).kind, 'retry');
    assert.deepEqual(ledger.calls, []);
  }
});
