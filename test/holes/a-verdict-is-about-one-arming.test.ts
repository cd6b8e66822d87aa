import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import type { Verdict } from '../../lib/submission/ports.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';
import { deliver, gate } from './support.ts';

const on = useLedger();
const GRACE_MS = 60_000;

/** A sender that armed and is not heard of any more. `leftMs`: until it is dead for certain. */
async function silentSender(key: string, leftMs: number) {
  const sender = newClaim(key);
  await on.ledger.claim(claimRequest(sender));
  assert.equal(await on.ledger.arm(sender, { ...ARM_TIMES, deadlineMs: leftMs }), 'armed');
  await on.expireLease(key);
  return sender;
}

const absentBy = (armedBy: string, key: string, token = '') => ({
  key,
  token,
  armedBy,
  verdict: 'absent' as const,
  lookStartedAtMs: Date.now(),
  flightGraceMs: GRACE_MS,
  outcome: OUTCOME,
  who: token === '' ? 'ana' : 'verify',
  why: 'not on the list',
});

test('an operator’s absent on the first arming does not open the second', async () => {
  const key = newKey();
  const first = await silentSender(key, -GRACE_MS);
  // Judged now, said later: meanwhile verify has opened it, and another worker has armed and lost its lease.
  const judged = absentBy(first.token, key);
  const looker = newClaim(key);
  await on.ledger.claim(claimRequest(looker));
  assert.equal(await on.ledger.resolve(absentBy(first.token, key, looker.token)), 'resolved');
  const second = await silentSender(key, -GRACE_MS);
  const before = await on.record(key);

  assert.equal(await on.ledger.resolve(judged), 'refused');
  assert.deepEqual(await on.record(key), before);
  assert.equal(before.armedBy, second.token);
});

test('the same of a verifier that stalled over its look', async () => {
  const key = newKey();
  await silentSender(key, -GRACE_MS);
  const looking = gate();
  const verify = async (): Promise<Verdict> => {
    await looking.pass();
    return { kind: 'absent', outcome: OUTCOME };
  };
  const stalled = deliver(on.ledger, key, { submission: { verify } });
  await looking.reached;
  await on.expireLease(key);
  // Another one looks, opens it, and a third arms.
  const quick = async (): Promise<Verdict> => ({ kind: 'absent', outcome: OUTCOME });
  assert.equal((await deliver(on.ledger, key, { submission: { verify: quick } }).disposition).kind, 'retry');
  assert.equal((await on.record(key)).phase, 'open');
  const second = await silentSender(key, -GRACE_MS);

  looking.open();
  assert.equal((await stalled.disposition).kind, 'retry');
  const { phase, armedBy } = await on.record(key);
  assert.deepEqual([phase, armedBy], ['armed', second.token]);
});

test('as long as the sender may live, or its request be under way, nobody’s absent opens it', async () => {
  for (const leftMs of [30_000, 0, -GRACE_MS + 30_000]) {
    const key = newKey();
    const sender = await silentSender(key, leftMs);
    let looks = 0;
    const verify = async (): Promise<Verdict> => {
      looks++;
      return { kind: 'absent', outcome: OUTCOME };
    };
    const looker = await deliver(on.ledger, key, { submission: { verify } }).disposition;
    assert.ok(looker.kind === 'retry');
    const waitMs = leftMs + GRACE_MS;
    assert.ok(looker.afterMs <= waitMs && looker.afterMs > waitMs - 10_000, `${looker.afterMs} of ${waitMs}`);
    assert.equal(looks, 0);
    const absent = absentBy(sender.token, key);
    assert.equal(await on.ledger.resolve(absent), 'tooEarly');
    // told by a clock that is ahead: Redis’ own decides
    const ahead = { ...absent, lookStartedAtMs: Date.now() + 3_600_000 };
    assert.equal(await on.ledger.resolve(ahead), 'tooEarly');
    assert.equal((await on.record(key)).phase, 'armed');
    // The time has come, and the operator's look is from before: it saw what may have changed since.
    const looked = absentBy(sender.token, key);
    await on.redis.hset(recordKey(key), 'deadline', looked.lookStartedAtMs + 1 - GRACE_MS);
    while (Date.now() < looked.lookStartedAtMs + 2);
    assert.equal(await on.ledger.resolve(looked), 'tooEarly');
  }
});
