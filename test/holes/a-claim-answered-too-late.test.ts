import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { submits, turnOf } from '../support/turn.ts';

test('the answer to claim took longer than the lease less its margin: nothing is armed', async () => {
  for (const tookMs of [8_500, 12_000]) {
    let begun = 0;
    const { turn, ledger, clock } = turnOf({
      runs: [
        async (attempt) => {
          begun++;
          return submits(attempt);
        },
      ],
    });
    const claim = ledger.claim.bind(ledger);
    ledger.claim = async (request) => {
      clock.block(tookMs);
      return claim(request);
    };
    const disposition = await submitOnce(turn);
    assert.ok(disposition.kind === 'retry' && /lease/.test(disposition.why), JSON.stringify(disposition));
    assert.equal(begun, 1);
    assert.ok(!ledger.calls.includes('arm'));
  }
});

test('a little quicker: armed', async () => {
  const { turn, ledger, clock } = turnOf();
  const claim = ledger.claim.bind(ledger);
  ledger.claim = async (request) => {
    clock.block(8_499);
    return claim(request);
  };
  assert.equal((await submitOnce(turn)).kind, 'done');
});
