import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ledger } from '../../lib/submission/ports.ts';
import { claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';
import { deliver, instead, RECEIPT } from './support.ts';

const on = useLedger();

test('an expired session is tried afresh in the same delivery, and a copy of the first disarm comes late: it opens nothing', async () => {
  const key = newKey();
  const copies: (() => ReturnType<Ledger['disarm']>)[] = [];
  const ledger = instead(on.ledger, {
    disarm: (...step) => {
      copies.push(() => on.ledger.disarm(...step));
      return on.ledger.disarm(...step);
    },
  });
  let runs = 0;
  let sent = 0;
  const { disposition } = deliver(ledger, key, {
    run: async ({ arm }) => {
      await arm();
      if (++runs === 1) return { kind: 'expired', reason: 'token' };
      sent++;
      // On its way: now the copy arrives, and then another worker looks for work.
      assert.deepEqual(await Promise.all(copies.map((copy) => copy())), ['wrongPhase']);
      assert.equal((await on.ledger.claim(claimRequest(newClaim(key)))).kind, 'held');
      await on.expireLease(key);
      assert.equal((await on.ledger.claim(claimRequest(newClaim(key)))).kind, 'orphaned');
      return RECEIPT;
    },
  });
  assert.deepEqual(await disposition, { kind: 'done', phase: 'submitted', skipped: false });
  assert.deepEqual([runs, sent, copies.length], [2, 1, 1]);
});
