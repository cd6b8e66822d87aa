import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaseLostError } from '../../lib/submission/errors.ts';
import type { RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { turnOf } from '../support/turn.ts';

test('the run is over: a request that the page makes after it cannot arm', async () => {
  let late: () => Promise<void> = async () => {};
  const { turn, ledger } = turnOf({
    runs: [
      async ({ arm }): Promise<RunResult> => {
        late = arm;
        throw new Error('the click failed');
      },
    ],
  });
  assert.equal((await submitOnce(turn)).kind, 'retry');
  await assert.rejects(late(), LeaseLostError);
  assert.ok(!ledger.calls.includes('arm'));
});

test('aborted a moment ago, and the run has not noticed yet: it cannot arm, though its lease may last a while', async () => {
  const arming = Promise.withResolvers<unknown>();
  const { turn, ledger, clock } = turnOf({
    runs: [
      ({ arm, signal }) => {
        // The first to hear of it: nothing has been closed yet.
        signal.addEventListener('abort', () => arming.resolve(arm().catch((thrown: unknown) => thrown)));
        return new Promise(() => {});
      },
    ],
  });
  ledger.renewals = [false];
  const disposition = submitOnce(turn);
  await clock.advance(turn.policy.heartbeatMs);
  assert.equal((await disposition).kind, 'retry');
  assert.ok((await arming.promise) instanceof LeaseLostError);
  assert.ok(!ledger.calls.includes('arm'));
});
