import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt, RunResult } from '../../lib/submission/ports.ts';
import { claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';
import { deliver, gate, RECEIPT } from './support.ts';

const on = useLedger();

function counting() {
  let sent = 0;
  const run = async ({ arm }: Attempt): Promise<RunResult> => {
    await arm();
    sent++;
    return RECEIPT;
  };
  return { run, sent: () => sent };
}

test('a stalled worker claims with a message that was redriven under a new id: the redriven copy is kept, and brings it to its end', async () => {
  const key = newKey();
  const { run, sent } = counting();
  // m-0 was received, moved to the parking queue and redriven as r-0; only now its first receiver gets on, then dies.
  const stalled = gate();
  deliver(on.ledger, key, {
    messageId: 'm-0',
    run: async () => {
      await stalled.pass();
      return new Promise<never>(() => {});
    },
  });
  await stalled.reached;
  const copy = await deliver(on.ledger, key, { messageId: 'r-0', run }).disposition;
  assert.ok(copy.kind === 'retry' && copy.why === 'held');

  await on.expireLease(key);
  const later = await deliver(on.ledger, key, { messageId: 'r-0', receives: 2, run }).disposition;
  assert.deepEqual(later, { kind: 'done', phase: 'submitted', skipped: false });
  assert.equal(sent(), 1);
});

test('two messages and two workers that die: neither excuses itself with the other', async () => {
  const key = newKey();
  const { run, sent } = counting();
  for (const messageId of ['m-1', 'm-2']) {
    const dies = gate();
    deliver(on.ledger, key, { messageId, run: () => dies.pass().then(() => RECEIPT) });
    await dies.reached;
    for (const other of ['m-1', 'm-2']) {
      assert.equal((await deliver(on.ledger, key, { messageId: other }).disposition).kind, 'retry');
    }
    await on.expireLease(key);
  }
  assert.equal((await deliver(on.ledger, key, { messageId: 'm-1', run }).disposition).kind, 'done');
  assert.equal(sent(), 1);
});

test('a late copy of a claim holds the key for nobody: the message waits, then runs', async () => {
  const key = newKey();
  const { run, sent } = counting();
  const gone = newClaim(key);
  await on.ledger.claim(claimRequest(gone));
  await on.ledger.release(gone, 'refund', 'the time was up');
  await on.ledger.claim(claimRequest(gone));
  assert.equal((await deliver(on.ledger, key, { run }).disposition).kind, 'retry');
  assert.equal(sent(), 0);
  await on.expireLease(key);
  assert.equal((await deliver(on.ledger, key, { receives: 2, run }).disposition).kind, 'done');
  assert.equal(sent(), 1);
});
