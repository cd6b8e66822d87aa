import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { turnOf } from '../support/turn.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

test('notBefore is tomorrow: it is put off three times without a claim, and runs to the minute, as a first attempt', async () => {
  const { turn, clock, ledger } = turnOf();
  const bornMs = clock.epochMs();
  const submission = { ...turn.submission, notBeforeMs: bornMs + DAY_MS };
  const waits: number[] = [];
  for (let receives = 1; ; receives++) {
    const disposition = await submitOnce({
      ...turn,
      submission,
      delivery: { ...turn.delivery, receives },
      invocation: { remainingMs: () => 120_000 },
    });
    if (disposition.kind !== 'retry') {
      assert.equal(disposition.kind, 'done');
      break;
    }
    assert.deepEqual(ledger.calls, []);
    waits.push(disposition.afterMs / MINUTE_MS);
    await clock.advance(disposition.afterMs);
  }
  assert.deepEqual(waits, [710, 710, 20]);
  assert.equal(clock.epochMs(), bornMs + DAY_MS);
  assert.deepEqual(ledger.calls, ['claim', 'arm', 'settle submitted', 'close']);
});
