import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitedMs } from '../../lib/submission/dispositions.ts';
import type { Claim, ClaimRequest, Ledger, Limits } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { POLICY, type TurnOptions, turnOf } from '../support/turn.ts';

const LIMITED = { kind: 'limited', limit: 'atOnce' } as const;

async function limited(options: TurnOptions & { readonly random?: number } = {}) {
  const { turn, ledger } = turnOf(options);
  ledger.claims = [LIMITED];
  const disposition = await submitOnce({ ...turn, random: () => options.random ?? 0.5 });
  return { disposition, calls: ledger.calls };
}

test('at the limit when claimed: deferred with more patience each time, nothing run, no attempt burnt', async () => {
  for (const [receives, afterMs] of [
    [1, 10_000],
    [3, 40_000],
    [30, 900_000],
  ] as const) {
    const { disposition, calls } = await limited({ receives });
    assert.deepEqual(disposition, {
      kind: 'retry',
      afterMs,
      why: 'the form has reached its limit atOnce',
    });
    assert.deepEqual(calls, ['claim']);
  }
});

test('those that were deferred together come back spread over as long as they waited', async () => {
  const waits = await Promise.all(
    [0, 0.5, 1].map(async (random) => {
      const { disposition } = await limited({ receives: 7, random });
      return disposition.kind === 'retry' && disposition.afterMs;
    }),
  );
  assert.deepEqual(waits, [320_000, 640_000, 960_000]);
});

test('a burst far beyond the limit comes through long before it would be parked', () => {
  const [atOnce, runMs] = [2, 10_000];
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const waiting = Array.from({ length: 300 }, (_, nth) => ({ atMs: nth, receives: 1 }));
  let ends: number[] = [];
  let most = 0;
  while (waiting.length > 0) {
    waiting.sort((a, b) => b.atMs - a.atMs);
    const { atMs, receives } = waiting.pop() ?? { atMs: 0, receives: 0 };
    ends = ends.filter((ms) => ms > atMs);
    most = Math.max(most, receives);
    if (ends.length < atOnce) ends.push(atMs + runMs);
    else waiting.push({ atMs: atMs + limitedMs(receives, POLICY, random), receives: receives + 1 });
  }
  assert.ok(most < 20, `${most} receives`);
});

test('at the limit when armed: the key and the attempt are given back, nothing is sent', async () => {
  const { turn, ledger } = turnOf({ receives: 2 });
  ledger.arms = ['limited'];
  const disposition = await submitOnce({ ...turn, random: () => 1 });
  assert.deepEqual(disposition, {
    kind: 'retry',
    afterMs: 30_000,
    why: 'form f has reached its limit perMinute',
  });
  assert.deepEqual(ledger.calls, ['claim', 'arm', 'release refund', 'close']);
});

test('the last claim of a submission whose session had expired may find the form at its limit: deferred', async () => {
  const { turn, ledger } = turnOf({
    runs: [
      async ({ arm }) => {
        await arm();
        return { kind: 'expired', reason: 'stale token' };
      },
    ],
  });
  ledger.claims = [{ kind: 'claimed', attempt: 1 }, LIMITED];
  assert.equal((await submitOnce(turn)).kind, 'retry');
  assert.deepEqual(ledger.calls, ['claim', 'arm', 'disarm refund', 'close', 'claim']);
});

test('the ledger is told the limits of the form, at claim and at arm', async () => {
  const limits = { atOnce: 2, perMinute: 30 };
  const { turn, ledger } = turnOf({ submission: { limits } });
  const told: unknown[] = [];
  const hearing: Ledger = Object.assign(Object.create(ledger), {
    async claim(request: ClaimRequest) {
      told.push(request.limits);
      return ledger.claim(request);
    },
    async arm(_claim: Claim, _times: unknown, given?: Limits) {
      told.push(given);
      return ledger.arm();
    },
  });
  assert.equal((await submitOnce({ ...turn, ledger: hearing })).kind, 'done');
  assert.deepEqual(told, [limits, limits]);
});

test('after too many receives: parked, with what it waited for', async () => {
  const { disposition } = await limited({ receives: 90 });
  assert.ok(disposition.kind === 'parked');
  assert.equal(disposition.reason, 'receives');
  assert.match(disposition.errors[0]?.message ?? '', /limit atOnce; received 90 times/);
});
