import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();
const WHY = 'a reason that takes some memory';

beforeEach(() => on.redis.config('SET', 'maxmemory', '0'));
const fill = () => on.redis.config('SET', 'maxmemory', '1');

async function claimed() {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  return mine;
}

async function armed() {
  const mine = await claimed();
  await on.ledger.arm(mine, { ...ARM_TIMES, deadlineMs: 0 });
  return mine;
}

test('a full Redis that evicts nothing arms nothing', async () => {
  const mine = await claimed();
  await fill();
  await assert.rejects(on.ledger.arm(mine, ARM_TIMES), /OOM/);
  assert.equal((await on.record(mine.key)).phase, 'claimed');
});

test('a full Redis takes no new submission in', async () => {
  await fill();
  const mine = newClaim(newKey());
  await assert.rejects(on.ledger.claim(claimRequest(mine)), /OOM/);
  assert.deepEqual(await on.record(mine.key), {});
});

test('what was begun comes to its end in it: renew, release, disarm, settle, resolve', async () => {
  const [released, disarmed, settled, unknown, orphan] = [
    await claimed(),
    await armed(),
    await armed(),
    await armed(),
    await armed(),
  ];
  await fill();
  assert.equal(await on.ledger.renew(released, 10_000), true);
  assert.equal(await on.ledger.release(released, 'refund', WHY), 'released');
  assert.equal(await on.ledger.disarm(disarmed, 'refund', WHY), 'disarmed');
  assert.equal(await on.ledger.settle(settled, 'submitted', OUTCOME), 'settled');
  assert.equal(await on.ledger.settle(unknown, 'unknown', OUTCOME), 'settled');
  const resolution = {
    ...orphan,
    armedBy: orphan.token,
    verdict: 'landed',
    lookStartedAtMs: Date.now(),
    flightGraceMs: 0,
    outcome: OUTCOME,
    who: 'somebody',
    why: WHY,
  } as const;
  assert.equal(await on.ledger.resolve(resolution), 'resolved');
});
