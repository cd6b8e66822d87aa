import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sendsKey } from '../../lib/ledger/redis-ledger.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();
const PER_MINUTE = 3;
const LIMITS = { perMinute: PER_MINUTE };
const MINUTE_MS = 60_000;
/** Does not divide a minute: what really passes meanwhile changes no answer. */
const STEP_MS = 7_000;

const claim = (mine = newClaim(newKey())) => on.ledger.claim(claimRequest(mine, { limits: LIMITS }));

async function claimed(form: string) {
  const mine = newClaim(newKey(form));
  await on.ledger.claim(claimRequest(mine));
  return mine;
}

/** Makes the sends so far older. */
async function pass(form: string, ms: number): Promise<void> {
  for (const token of await on.redis.zrange(sendsKey(form), 0, '-1')) {
    await on.redis.call('ZINCRBY', sendsKey(form), String(-ms), token);
  }
}

let forms = 0;

test('in no minute more armings than the form allows, and no fewer', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('arm', 'arm', 'arm', 'pass', 'pass', 'pass', 'disarm'), {
        maxLength: 60,
        size: 'max',
      }),
      async (walk) => {
        const form = `walk-${forms++}`;
        const sentAtMs: number[] = [];
        let nowMs = 0;
        for (const step of walk) {
          if (step === 'pass') {
            nowMs += STEP_MS;
            await pass(form, STEP_MS);
            continue;
          }
          const recent = sentAtMs.filter((ms) => nowMs - ms < MINUTE_MS).length;
          const mine = await claimed(form);
          const answer = await on.ledger.arm(mine, ARM_TIMES, LIMITS);
          assert.equal(answer, recent < PER_MINUTE ? 'armed' : 'limited');
          if (answer === 'armed') sentAtMs.push(nowMs);
          else assert.equal((await on.record(mine.key)).phase, 'claimed');
          // What was taken back may have reached the target all the same.
          if (step === 'disarm') await on.ledger.disarm(mine, 'refund', 'unsent');
        }
      },
    ),
    { numRuns: 60 },
  ));

test('claim says so beforehand, so that no page is opened for nothing', async () => {
  for (let nth = 0; nth < PER_MINUTE; nth++) {
    const mine = newClaim(newKey('early'));
    assert.equal((await claim(mine)).kind, 'claimed');
    assert.equal(await on.ledger.arm(mine, ARM_TIMES, LIMITS), 'armed');
  }
  const next = newClaim(newKey('early'));
  assert.deepEqual(await claim(next), { kind: 'limited', limit: 'perMinute' });
  assert.deepEqual(await on.record(next.key), {});
  await pass('early', MINUTE_MS);
  assert.equal((await claim(next)).kind, 'claimed');
});

test('of those that were claimed together, only as many arm as the form allows', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => claimed('together')));
  const answers = await Promise.all(all.map((mine) => on.ledger.arm(mine, ARM_TIMES, LIMITS)));
  assert.equal(answers.filter((answer) => answer === 'armed').length, PER_MINUTE);
});

test('the same token again is one send, and is answered at the limit, too', async () => {
  const all = await Promise.all([claimed('again'), claimed('again'), claimed('again')]);
  for (const mine of [...all, ...all]) assert.equal(await on.ledger.arm(mine, ARM_TIMES, LIMITS), 'armed');
  assert.equal(await on.ledger.arm(await claimed('again'), ARM_TIMES, LIMITS), 'limited');
});

test('sends are remembered only where there is a limit, and for a minute', async () => {
  const free = await claimed('free');
  await on.ledger.arm(free, ARM_TIMES);
  assert.equal(await on.ledger.settle(free, 'submitted', OUTCOME), 'settled');
  assert.equal(await on.redis.exists(sendsKey('free')), 0);
  await on.ledger.arm(await claimed('ends'), ARM_TIMES, LIMITS);
  const ttlMs = await on.redis.pttl(sendsKey('ends'));
  assert.ok(ttlMs > 0 && ttlMs <= MINUTE_MS);
  await pass('ends', MINUTE_MS);
  await on.ledger.arm(await claimed('ends'), ARM_TIMES, LIMITS);
  assert.equal(await on.redis.zcard(sendsKey('ends')), 1);
});

test('a full Redis arms nothing and counts nothing', async () => {
  const mine = await claimed('full');
  await on.redis.config('SET', 'maxmemory', '1');
  await assert
    .rejects(on.ledger.arm(mine, ARM_TIMES, LIMITS), /OOM/)
    .finally(() => on.redis.config('SET', 'maxmemory', '0'));
  assert.equal((await on.record(mine.key)).phase, 'claimed');
  assert.equal(await on.redis.exists(sendsKey('full')), 0);
});
