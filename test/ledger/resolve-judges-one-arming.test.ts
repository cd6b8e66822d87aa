import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import type { Claim, Resolution } from '../../lib/submission/ports.ts';
import { claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();
const GRACE_MS = 60_000;

/** An orphan whose sender was to end `deadlineMs` after it armed, and its reconciler. */
async function orphan(deadlineMs: number) {
  const sender = newClaim(newKey());
  await on.ledger.claim(claimRequest(sender));
  await on.ledger.arm(sender, { deadlineMs, minLeaseMs: 0 });
  await on.expireLease(sender.key);
  const looker = newClaim(sender.key);
  const answer = await on.ledger.claim(claimRequest(looker));
  assert.ok(answer.kind === 'orphaned');
  return { sender, looker, nowMs: answer.nowMs };
}

const verdict = (claim: Claim, resolution: Partial<Resolution>): Resolution => ({
  ...claim,
  armedBy: '',
  verdict: 'absent',
  lookStartedAtMs: Date.now(),
  flightGraceMs: GRACE_MS,
  outcome: OUTCOME,
  who: 'verify',
  why: 'looked',
  ...resolution,
});

test('absent is too early until deadline + flightGrace, also when only the look began too early', async () => {
  const { sender, looker, nowMs } = await orphan(5_000);
  const early = verdict(looker, { armedBy: sender.token, lookStartedAtMs: nowMs });
  assert.equal(await on.ledger.resolve(early), 'tooEarly');

  const late = await orphan(-GRACE_MS);
  const judged = { armedBy: late.sender.token };
  const staleLook = verdict(late.looker, { ...judged, lookStartedAtMs: late.nowMs - 1_000 });
  assert.equal(await on.ledger.resolve(staleLook), 'tooEarly');
  assert.equal(await on.ledger.resolve(verdict(late.looker, judged)), 'resolved');
  const record = await on.record(late.sender.key);
  assert.equal(record.phase, 'open');
  assert.equal(await on.lease(late.sender.key), null);
  assert.deepEqual(
    JSON.parse(record.log ?? '[]').map(({ who, why, verdict }: Record<string, string>) => [
      who,
      why,
      verdict,
    ]),
    [['verify', 'looked', 'absent']],
  );
});

test('landed is believed at any time', async () => {
  const { sender, looker } = await orphan(100_000);
  const landed = verdict(looker, { armedBy: sender.token, verdict: 'landed' });
  assert.equal(await on.ledger.resolve(landed), 'resolved');
  assert.equal((await on.record(sender.key)).phase, 'submitted');
});

test('a verdict keeps what it judged, which the next run writes over', async () => {
  const { sender, looker } = await orphan(-GRACE_MS);
  assert.equal(await on.ledger.settle(looker, 'unknown', { text: 'no proof' }), 'settled');
  const { armedAt, settledAt } = await on.record(sender.key);
  const absent = verdict({ key: sender.key, token: '' }, { armedBy: sender.token });
  assert.equal(await on.ledger.resolve(absent), 'resolved');
  const [{ ended, ...entry }] = JSON.parse((await on.record(sender.key)).log ?? '');
  assert.equal(entry.armedAt, Number(armedAt));
  assert.deepEqual(ended, { phase: 'unknown', at: Number(settledAt), outcome: '{"text":"no proof"}' });
});

test('a verdict on another arming is refused', async () => {
  const { looker } = await orphan(-GRACE_MS);
  assert.equal(await on.ledger.resolve(verdict(looker, { armedBy: 'an older one' })), 'refused');
});

test('a verifier that lost its lease is refused', async () => {
  const { sender, looker } = await orphan(-GRACE_MS);
  await on.expireLease(sender.key);
  assert.equal(await on.ledger.resolve(verdict(looker, { armedBy: sender.token })), 'refused');
});

test('an operator resolves unknown, and starts the attempts anew', async () => {
  const { sender, looker } = await orphan(-GRACE_MS);
  await on.ledger.settle(looker, 'unknown', { text: 'died' });
  const operator = verdict({ key: sender.key, token: '' }, { armedBy: sender.token, who: 'ana' });
  assert.equal(await on.ledger.resolve(operator), 'resolved');
  const record = await on.record(sender.key);
  assert.deepEqual([record.phase, record.attempt], ['open', '0']);
});

test('an operator cannot say absent while somebody looks', async () => {
  const { sender } = await orphan(-GRACE_MS);
  const operator = verdict({ key: sender.key, token: '' }, { armedBy: sender.token });
  assert.equal(await on.ledger.resolve(operator), 'refused');
});

test('an operator reopens the refusal that was judged, which is then forgotten; no other one', async () => {
  const first = newClaim(newKey());
  await on.ledger.claim(claimRequest(first));
  await on.ledger.settle(first, 'refused', { text: 'not yet' });
  const judged = verdict({ key: first.key, token: '' }, { armedBy: first.token, who: 'ana' });
  assert.equal(await on.ledger.resolve(judged), 'resolved');

  const second = newClaim(first.key);
  assert.equal((await on.ledger.claim(claimRequest(second))).kind, 'claimed');
  await on.ledger.settle(second, 'refused', { text: 'sold out' });
  // a late copy of the verdict on the first refusal
  assert.equal(await on.ledger.resolve(judged), 'refused');
  assert.deepEqual(await on.ledger.claim(claimRequest(newClaim(first.key))), {
    kind: 'settled',
    phase: 'refused',
    due: true,
  });
});

test('a log that cannot be read leaves no half of a verdict', async () => {
  const { sender, looker } = await orphan(-GRACE_MS);
  await on.redis.hset(recordKey(sender.key), 'log', '{{');
  const before = await on.record(sender.key);
  await assert.rejects(on.ledger.resolve(verdict(looker, { armedBy: sender.token })));
  assert.deepEqual(await on.record(sender.key), before);
});
