import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDue, told } from '../../lib/ledger/due.ts';
import {
  ARM_TIMES,
  claimRequest,
  META,
  newClaim,
  newKey,
  OUTCOME,
  resolveAs,
  useLedger,
} from '../support/ledger.ts';

const on = useLedger();

async function settled(phase: 'submitted' | 'refused' | 'unknown') {
  const claim = newClaim(newKey());
  await on.ledger.claim(claimRequest(claim));
  await on.ledger.arm(claim, { ...ARM_TIMES, deadlineMs: -1 });
  await on.ledger.settle(claim, phase, OUTCOME);
  return claim;
}

const due = async (key: string) => (await readDue(on.connection, key, META)) ?? {};

test('each end is due from the moment it is written: when it came, and what the submission was then', async () => {
  for (const phase of ['submitted', 'refused', 'unknown'] as const) {
    const { key } = await settled(phase);
    const { eventDue, settledAt, event = '', createdAt } = await due(key);
    assert.equal(eventDue, settledAt);
    assert.deepEqual(JSON.parse(event), {
      type: phase,
      messageId: 'm-1',
      attempt: 1,
      createdAt: Number(createdAt),
      label: 'somebody',
    });
  }
});

test('what was told is no longer due, and how long the record lives does not change', async () => {
  const { key } = await settled('submitted');
  const before = await on.recordTtl(key);
  assert.equal(await told(on.connection, key, await due(key)), true);
  assert.deepEqual(await due(key), {});
  assert.equal((await on.record(key)).eventDue, undefined);
  assert.ok((await on.recordTtl(key)) <= before);
  assert.deepEqual(await on.ledger.claim(claimRequest(newClaim(key))), {
    kind: 'settled',
    phase: 'submitted',
    due: false,
  });
  const unknown = await settled('unknown');
  await told(on.connection, unknown.key, await due(unknown.key));
  assert.equal(await on.recordTtl(unknown.key), -1);
  assert.deepEqual(await on.ledger.claim(claimRequest(newClaim(unknown.key))), {
    kind: 'unknown',
    due: false,
  });
});

test('an end that came while the one before was told stays due', async () => {
  const { key } = await settled('unknown');
  const first = await due(key);
  await resolveAs(on, key, 'landed', 0);
  assert.equal(await told(on.connection, key, first), false);
  const second = await due(key);
  assert.equal(JSON.parse(second.event ?? '').type, 'submitted');
  assert.equal(await told(on.connection, key, second), true);
});

test('even one that came in the same millisecond', async () => {
  const { key } = await settled('unknown');
  const first = await due(key);
  await resolveAs(on, key, 'landed', 0);
  await on.redis.hset(`sekali:{${key}}:record`, 'eventDue', first.eventDue ?? '');
  assert.equal(await told(on.connection, key, first), false);
});

test('another ledger than ours tells nothing', async () => {
  const { key } = await settled('submitted');
  await assert.rejects(readDue(on.connection, key, { ...META, epoch: 2 }), /emptied or swapped/);
});
