import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preview } from '../../lib/ledger/preview.ts';
import type { ClaimAnswer } from '../../lib/submission/ports.ts';
import {
  ARM_TIMES,
  claimRequest,
  DAY_MS,
  ledgerOptions,
  newClaim,
  newKey,
  OUTCOME,
  useLedger,
} from '../support/ledger.ts';

const on = useLedger();
const options = ledgerOptions('redis://unused');
const old = Date.now() - 30 * DAY_MS;

/** Every state of a record, and whether somebody has the lease. */
const states: Record<string, (key: string) => Promise<void>> = {
  'no record': async () => {},
  'claimed, held': async (key) => void (await claimed(key)),
  'claimed, its worker gone': async (key) => {
    await claimed(key);
    await on.expireLease(key);
  },
  'given back': async (key) => void (await on.ledger.release(await claimed(key), 'keep', 'later')),
  'armed, held': async (key) => void (await armed(key)),
  'armed, its worker gone': async (key) => {
    await armed(key);
    await on.expireLease(key);
  },
  submitted: async (key) => void (await on.ledger.settle(await armed(key), 'submitted', OUTCOME)),
  refused: async (key) => void (await on.ledger.settle(await armed(key), 'refused', OUTCOME)),
  unknown: async (key) => void (await on.ledger.settle(await armed(key), 'unknown', OUTCOME)),
  'refused, then claimed with other data': async (key) => {
    await on.ledger.settle(await armed(key), 'refused', OUTCOME);
    await on.ledger.claim(claimRequest(newClaim(key), { dataHash: 'data-b' }));
  },
  'refused, then submitted with other data': async (key) => {
    await on.ledger.settle(await armed(key), 'refused', OUTCOME);
    await on.ledger.settle(await armed(key, 'data-b'), 'submitted', OUTCOME);
  },
  'a phase of another version': async (key) => {
    await on.ledger.release(await claimed(key), 'keep', 'later');
    await on.redis.hset(`sekali:{${key}}:record`, 'phase', 'pondering');
  },
  'paused, no record': async (key) => void (await on.setForm(formOf(key), 'paused', 'by ana')),
  'paused, submitted': async (key) => {
    await on.ledger.settle(await armed(key), 'submitted', OUTCOME);
    await on.setForm(formOf(key), 'paused', 'by ana');
  },
};

const formOf = (key: string) => key.slice(0, key.indexOf('.'));

async function claimed(key: string, dataHash = 'data-a') {
  const claim = newClaim(key);
  assert.equal((await on.ledger.claim(claimRequest(claim, { dataHash }))).kind, 'claimed');
  return claim;
}

async function armed(key: string, dataHash?: string) {
  const claim = await claimed(key, dataHash);
  assert.equal(await on.ledger.arm(claim, ARM_TIMES), 'armed');
  return claim;
}

const said = (answer: ClaimAnswer) => ({
  kind: answer.kind === 'claimed' ? 'free' : answer.kind,
  ...('phase' in answer && { phase: answer.phase }),
});

let forms = 1;
for (const [state, bring] of Object.entries(states)) {
  for (const dataHash of ['data-a', 'data-b', 'data-c']) {
    for (const createdAtMs of [Date.now(), old]) {
      test(`${state}, ${dataHash}, ${createdAtMs === old ? 'old' : 'new'}: preview and claim agree`, async () => {
        const key = newKey(`form-${forms++}`);
        await bring(key);
        const before = await on.record(key);
        const ttl = await on.recordTtl(key);
        const { kind, phase } = await preview(
          on.connection,
          { key, form: formOf(key), dataHash, createdAtMs },
          options,
        );
        assert.deepEqual(await on.record(key), before, 'it writes nothing');
        assert.ok((await on.recordTtl(key)) <= ttl, 'not even how long it is kept');
        const wanted = said(await on.ledger.claim(claimRequest(newClaim(key), { dataHash, createdAtMs })));
        assert.equal(kind, wanted.kind);
        if (wanted.phase !== undefined) assert.equal(phase, wanted.phase);
      });
    }
  }
}

test('a settled one comes with the outcome of this very data', async () => {
  const key = newKey();
  await on.ledger.settle(await armed(key), 'refused', { text: 'sold out' });
  await on.ledger.settle(await armed(key, 'data-b'), 'submitted', { text: 'R-1' });
  const outcomeOf = async (dataHash: string) =>
    (await preview(on.connection, { key, form: 'f', dataHash, createdAtMs: Date.now() }, options)).outcome;
  assert.deepEqual(await outcomeOf('data-a'), { text: 'sold out' });
  assert.deepEqual(await outcomeOf('data-b'), { text: 'R-1' });
  assert.equal(await outcomeOf('data-c'), undefined);
});

test('an emptied Redis is noticed', async () => {
  const other = { ...options, meta: { epoch: 2, pepperFingerprint: 'none' } };
  const request = { key: newKey(), form: 'f', dataHash: 'data-a', createdAtMs: Date.now() };
  assert.equal((await preview(on.connection, request, other)).kind, 'wrongLedger');
});
