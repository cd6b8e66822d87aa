import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { turnOf } from '../support/turn.ts';

const HOUR_MS = 3_600_000;
const INVOCATION_MS = 120_000;

/** One message of a form that is paused for so long, delivered as the queue would: each time when its hiding is over. */
async function pausedFor(pauseMs: number) {
  const { turn, clock, ledger } = turnOf();
  const startedMs = clock.monotonicMs();
  const passedMs = () => clock.monotonicMs() - startedMs;
  ledger.claim = async () => {
    ledger.calls.push('claim');
    return passedMs() < pauseMs ? { kind: 'paused' } : { kind: 'claimed', attempt: 1 };
  };
  for (let receives = 1; ; receives++) {
    const endsMs = clock.monotonicMs() + INVOCATION_MS;
    const disposition = await submitOnce({
      ...turn,
      delivery: { ...turn.delivery, receives },
      invocation: { remainingMs: () => endsMs - clock.monotonicMs() },
    });
    if (disposition.kind !== 'retry')
      return { disposition, receives, passedMs: passedMs(), calls: ledger.calls };
    await clock.advance(disposition.afterMs);
  }
}

test('a pause of 12 h takes 55 of the 90 receives; then the message is submitted within a quarter of an hour', async () => {
  const { disposition, receives, passedMs, calls } = await pausedFor(12 * HOUR_MS);
  assert.deepEqual(disposition, { kind: 'done', phase: 'submitted', skipped: false });
  assert.equal(receives, 55);
  assert.ok(passedMs < 12.25 * HOUR_MS);
  assert.deepEqual(calls.slice(-4), ['claim', 'arm', 'settle submitted', 'close']);
  assert.equal(calls.filter((call) => call === 'arm').length, 1);
});

test('a pause of 20 h is survived', async () => {
  const { disposition } = await pausedFor(20 * HOUR_MS);
  assert.equal(disposition.kind, 'done');
});

test('a longer pause: parked as paused at receive 90, after 20 h 51 min, with nothing held or sent', async () => {
  const { disposition, receives, passedMs, calls } = await pausedFor(Number.POSITIVE_INFINITY);
  assert.ok(disposition.kind === 'parked');
  assert.equal(disposition.reason, 'paused');
  assert.match(disposition.errors[0]?.message ?? '', /paused; received 90 times/);
  assert.equal(receives, 90);
  assert.equal(Math.floor(passedMs / 60_000), 20 * 60 + 51);
  assert.deepEqual(new Set(calls), new Set(['claim']));
});
