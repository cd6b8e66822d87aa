import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimRequest, DAY_MS, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();

test('resolved either way, a record that never expired lives for the retention from then on', async () => {
  for (const verdict of ['landed', 'absent'] as const) {
    const sender = newClaim(newKey());
    await on.ledger.claim(claimRequest(sender));
    await on.ledger.arm(sender, { deadlineMs: -1_000, minLeaseMs: 0 });
    assert.equal(await on.recordTtl(sender.key), -1);
    const answer = await on.ledger.resolve({
      ...sender,
      armedBy: sender.token,
      verdict,
      lookStartedAtMs: Date.now() + 1_000,
      flightGraceMs: 0,
      outcome: OUTCOME,
      who: 'verify',
      why: 'looked',
    });
    assert.equal(answer, 'resolved');
    const ttl = await on.recordTtl(sender.key);
    assert.ok(ttl > 30 * DAY_MS - 60_000 && ttl <= 30 * DAY_MS, `${verdict}: ${ttl}`);
  }
});
