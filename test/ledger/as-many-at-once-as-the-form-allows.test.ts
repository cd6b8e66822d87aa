import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leaseKey, runningKey } from '../../lib/ledger/redis-ledger.ts';
import type { Claim } from '../../lib/submission/ports.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';
import { until } from '../support/until.ts';

const on = useLedger();
const AT_ONCE = 2;
const LIMITS = { atOnce: AT_ONCE };

const claim = (mine: Claim, leaseMs = 10_000) =>
  on.ledger.claim(claimRequest(mine, { leaseMs, limits: LIMITS }));

async function crash({ key, token }: Claim): Promise<void> {
  const running = runningKey(key.slice(0, key.indexOf('.')));
  await on.redis.del(leaseKey(key));
  await on.redis.zadd(running, Date.now() - 1, token);
}

/** Every way in which a run ends. */
const ENDS: Readonly<Record<string, (mine: Claim) => Promise<unknown>>> = {
  release: (mine) => on.ledger.release(mine, 'keep', 'failed'),
  disarm: async (mine) => {
    await on.ledger.arm(mine, ARM_TIMES);
    return on.ledger.disarm(mine, 'keep', 'unsent');
  },
  settle: async (mine) => {
    await on.ledger.arm(mine, ARM_TIMES);
    return on.ledger.settle(mine, 'submitted', OUTCOME);
  },
  'settle unarmed': (mine) => on.ledger.settle(mine, 'refused', OUTCOME),
  crash,
  'crash armed': async (mine) => {
    await on.ledger.arm(mine, ARM_TIMES);
    await crash(mine);
  },
};

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({ do: 'claim', nth: 0 }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom(...Object.keys(ENDS), 'renew'), nth: fc.nat(9) }),
    },
  ),
  { maxLength: 30, size: 'max' },
);

let forms = 0;

test('whatever becomes of the runs: claimed while there is room, limited while there is none', () =>
  fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const form = `walk-${forms++}`;
      const running: Claim[] = [];
      for (const step of walk) {
        if (step.do === 'claim') {
          const mine = newClaim(newKey(form));
          const room = running.length < AT_ONCE;
          assert.equal((await claim(mine)).kind, room ? 'claimed' : 'limited');
          assert.equal((await on.record(mine.key)).attempt, room ? '1' : undefined);
          if (room) running.push(mine);
        } else if (running.length > 0) {
          const mine = running[step.nth % running.length] as Claim;
          if (step.do === 'renew') assert.equal(await on.ledger.renew(mine, 10_000), true);
          else {
            await ENDS[step.do]?.(mine);
            running.splice(running.indexOf(mine), 1);
          }
        }
        const leases = await Promise.all(running.map(({ key }) => on.lease(key)));
        assert.equal(leases.filter((lease) => lease !== null).length, running.length);
      }
    }),
    { numRuns: 60 },
  ));

test('a crash frees its place at the end of its lease; a run that beats keeps its own beyond it', async () => {
  const form = 'time';
  const [dead, alive] = [newClaim(newKey(form)), newClaim(newKey(form))];
  const leaseMs = 1_500;
  const startedMs = performance.now();
  await claim(dead, leaseMs);
  await claim(alive, leaseMs);
  await on.ledger.renew(alive, 60_000);
  assert.ok((await on.redis.pttl(runningKey(form))) > 30_000);
  const granted: Claim[] = [];
  await until('a place', async () => {
    const mine = newClaim(newKey(form));
    if ((await claim(mine, 60_000)).kind === 'claimed') granted.push(mine);
    return granted.length > 0;
  });
  assert.ok(performance.now() - startedMs >= leaseMs - 1);
  assert.equal((await claim(newClaim(newKey(form)))).kind, 'limited');
});

test('a short renewal does not end the places of the others', async () => {
  const form = 'short';
  const [long, short] = [newClaim(newKey(form)), newClaim(newKey(form))];
  await claim(long, 60_000);
  await claim(short, 60_000);
  await on.ledger.renew(short, 50);
  await until('the end of the short lease', async () => (await on.lease(short.key)) === null);
  assert.equal((await claim(newClaim(newKey(form)))).kind, 'claimed');
  assert.equal((await claim(newClaim(newKey(form)))).kind, 'limited');
});

test('the same token again gets its answer at the limit, too; it has one place', async () => {
  const form = 'again';
  const [first, second] = [newClaim(newKey(form)), newClaim(newKey(form))];
  await claim(first);
  await claim(first);
  assert.equal((await claim(second)).kind, 'claimed');
  assert.deepEqual(await claim(second), { kind: 'claimed', attempt: 1 });
  assert.deepEqual(await claim(newClaim(newKey(form))), { kind: 'limited', limit: 'atOnce' });
});

test('whoever only looks takes no place and needs none', async () => {
  const form = 'look';
  const sender = newClaim(newKey(form));
  await claim(sender);
  await on.ledger.arm(sender, ARM_TIMES);
  await crash(sender);
  await claim(newClaim(newKey(form)));
  await claim(newClaim(newKey(form)));
  assert.equal((await claim(newClaim(sender.key))).kind, 'orphaned');
  assert.equal(await on.redis.zcard(runningKey(form)), AT_ONCE);
});

test('a sender that settles after its lease, while another holds the key, keeps nobody’s place', async () => {
  const form = 'late';
  const sender = newClaim(newKey(form));
  await claim(sender);
  await on.ledger.arm(sender, ARM_TIMES);
  await on.expireLease(sender.key);
  await claim(newClaim(sender.key));
  assert.equal(await on.ledger.settle(sender, 'submitted', OUTCOME), 'settled');
  assert.equal(await on.redis.exists(runningKey(form)), 0);
});

test('places are written only where there is a limit, and end by themselves', async () => {
  await on.ledger.claim(claimRequest(newClaim(newKey('free'))));
  assert.equal(await on.redis.exists(runningKey('free')), 0);
  await claim(newClaim(newKey('ends')), 5_000);
  const ttlMs = await on.redis.pttl(runningKey('ends'));
  assert.ok(ttlMs > 0 && ttlMs <= 5_000);
});

test('in a full Redis a run keeps its lease and its place, and gives both back', async () => {
  const form = 'full';
  const mine = newClaim(newKey(form));
  await claim(mine, 5_000);
  await on.redis.config('SET', 'maxmemory', '1');
  try {
    assert.equal(await on.ledger.renew(mine, 60_000), true);
    assert.ok(Number(await on.redis.zscore(runningKey(form), mine.token)) > Date.now() + 30_000);
    assert.equal(await on.ledger.release(mine, 'keep', 'failed'), 'released');
    assert.equal(await on.redis.exists(runningKey(form)), 0);
  } finally {
    await on.redis.config('SET', 'maxmemory', '0');
  }
});
