import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LedgerError } from '../../lib/submission/errors.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger({ commandTimeoutMs: 500, connectTimeoutMs: 500 });

test('Redis stalls over an arm: the arm fails in time, and it can be taken back as soon as Redis goes on', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  process.kill(on.server.pid, 'SIGSTOP');
  await assert.rejects(on.ledger.arm(mine, ARM_TIMES), LedgerError);
  process.kill(on.server.pid, 'SIGCONT');
  // Whether the arm was executed late or not at all: nothing is left armed.
  await on.ledger.disarm(mine, 'refund', 'no answer to arm');
  await on.ledger.release(mine, 'refund', 'no answer to arm');
  assert.equal((await on.record(mine.key)).phase, 'open');
});
