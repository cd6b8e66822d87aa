import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parkedTooLongSeconds } from '../../lib/config/derived.ts';

const DAY_SECONDS = 86_400;

test('after 10 days of 14, and never so late that the queue has deleted it', () => {
  assert.equal(parkedTooLongSeconds(14), 10 * DAY_SECONDS);
  for (let retentionDays = 1; retentionDays <= 14; retentionDays += 1) {
    const leftSeconds = retentionDays * DAY_SECONDS - parkedTooLongSeconds(retentionDays);
    assert.ok(leftSeconds >= DAY_SECONDS / 4, `${retentionDays} days: ${leftSeconds} s are left to act`);
    assert.ok(Number.isInteger(leftSeconds) && parkedTooLongSeconds(retentionDays) > 0);
  }
});
