import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../lib/submission/ports.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { until } from '../support/until.ts';
import { deliver, RECEIPT } from './support.ts';

const on = useLedger();

test('the lease is gone before the receipt comes: noted, and the receipt is kept; never a retry, whoever looks meanwhile', async () => {
  for (const someoneLooks of [false, true]) {
    const key = newKey();
    const [armed, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<RunResult>()];
    const first = deliver(on.ledger, key, {
      run: async ({ arm }) => {
        await arm();
        armed.resolve();
        return answer.promise;
      },
    });
    await armed.promise;
    await on.expireLease(key);
    const verify = async () => {
      throw new Error('the look was too early');
    };
    if (someoneLooks) {
      const looker = await deliver(on.ledger, key, { receives: 2, submission: { verify } }).disposition;
      assert.equal(looker.kind, 'retry');
    }
    await until('the beat to notice', async () => {
      await first.clock.advance(4_000);
      return first.warned.includes('lease lost after arming, waiting for proof');
    });
    answer.resolve(RECEIPT);
    assert.deepEqual(await first.disposition, { kind: 'done', phase: 'submitted', skipped: false });
    assert.equal((await on.record(key)).phase, 'submitted');
  }
});

test('the lease is gone before anything was sent, and nobody took it: given back all the same, the error is what the run said', async () => {
  const key = newKey();
  const { disposition } = deliver(on.ledger, key, {
    run: async () => {
      await on.expireLease(key);
      throw new Error('no such button');
    },
  });
  const end = await disposition;
  assert.ok(end.kind === 'retry' && end.why === 'no such button');
  assert.equal((await on.record(key)).phase, 'open');
});
