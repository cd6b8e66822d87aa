import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { claimRequest, ledgerOptions, META, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();

test('another epoch, another pepper or an emptied Redis: wrongLedger, and not a byte is written', async () => {
  for (const meta of [
    { ...META, epoch: 2 },
    { ...META, pepperFingerprint: 'abc' },
  ]) {
    const other = new RedisLedger(ledgerOptions(on.server.url, { meta }));
    const claim = newClaim(newKey());
    assert.deepEqual(await other.claim(claimRequest(claim)), { kind: 'wrongLedger' });
    assert.equal(await on.redis.dbsize(), 1);
    other.close();
  }
  await on.redis.flushall();
  assert.deepEqual(await on.ledger.claim(claimRequest(newClaim(newKey()))), { kind: 'wrongLedger' });
  assert.equal(await on.redis.dbsize(), 0);
});
