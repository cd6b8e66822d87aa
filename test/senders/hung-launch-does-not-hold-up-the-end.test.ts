import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsOf } from '../../lib/form/secrets.ts';
import { openRun } from '../../lib/senders/open-run.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { noEvidence } from '../support/evidence.ts';
import { testForm } from '../support/run.ts';
import { startTarget } from '../support/target.ts';
import { turnOf } from '../support/turn.ts';

test('a browser that never comes: given back when the time is up, without waiting for it', async () => {
  const target = await startTarget(() => {});
  const world = turnOf({
    submission: {
      open: () =>
        openRun({
          form: testForm(target),
          data: { name: 'Ana' },
          secrets: secretsOf(testForm(target), {}),
          browsers: { newContext: () => new Promise(() => {}) },
          localTargets: [],
          timeouts: { navigationMs: 1_000, actionMs: 1_000 },
          evidence: noEvidence,
        }),
    },
  });
  const disposition = submitOnce(world.turn);
  await world.clock.advance(120_000);
  assert.equal((await disposition).kind, 'retry');
  assert.ok(world.ledger.calls.includes('release keep'));
});
