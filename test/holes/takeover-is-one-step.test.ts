import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import {
  ARM_TIMES,
  claimRequest,
  ledgerOptions,
  newClaim,
  newKey,
  OUTCOME,
  useLedger,
} from '../support/ledger.ts';

const on = useLedger();
const ROUNDS = 150;

test('the sender settles while another takes over: that one finds an orphan or a settled one, never something to run', async (t) => {
  const other = new RedisLedger(ledgerOptions(on.server.url));
  t.after(() => other.close());
  const met: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const sender = newClaim(newKey());
    await on.ledger.claim(claimRequest(sender));
    await on.ledger.arm(sender, ARM_TIMES);
    await on.expireLease(sender.key);
    const takeover = newClaim(sender.key);
    const settle = () => on.ledger.settle(sender, 'submitted', OUTCOME);
    const claim = () => other.claim(claimRequest(takeover));
    const answers = await Promise.all(round % 2 === 0 ? [settle(), claim()] : [claim(), settle()]);
    const answer = answers.find((one) => typeof one === 'object');
    assert.ok(answer?.kind === 'orphaned' || answer?.kind === 'settled', JSON.stringify(answer));
    met[answer.kind] = (met[answer.kind] ?? 0) + 1;
    assert.equal((await on.record(sender.key)).phase, 'submitted');
    // Whoever only came to look has nothing to write any more.
    assert.equal(await other.settle(takeover, 'unknown', { text: 'died' }), 'notOwner');
    assert.equal((await on.record(sender.key)).outcome, JSON.stringify(OUTCOME));
  }
  t.diagnostic(JSON.stringify(met));
});

test('many take a lapsed one over at once: one gets it', async () => {
  const gone = newClaim(newKey());
  await on.ledger.claim(claimRequest(gone));
  await on.expireLease(gone.key);
  const others = Array.from({ length: 4 }, () => new RedisLedger(ledgerOptions(on.server.url)));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => others[nth % 4]?.claim(claimRequest(newClaim(gone.key)))),
  );
  for (const other of others) other.close();
  const kinds = answers.map((answer) => answer?.kind).sort();
  assert.deepEqual(kinds, ['claimed', ...Array(19).fill('held')]);
});
