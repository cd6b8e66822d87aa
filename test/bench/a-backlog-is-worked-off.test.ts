import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scale } from '../../bench/sections/scale.ts';

test('a backlog is worked off, and what a message costs is counted', async () => {
  const { figures = {}, ratios } = await scale.measure({ small: true, step: () => {} });
  assert.equal(ratios.workers8Slow, 1);
  // Claim, arm and settle; each is sent a second time, as text, where Redis does not know it yet.
  const scripts = figures.redisScriptsOfSubmission ?? 0;
  assert.ok(scripts >= 3 && scripts <= 6, `${scripts} scripts for a submission`);
  assert.ok((figures.queueCallsOfSubmission ?? 0) >= 3, 'received, hidden, deleted');
  const { recordBytes = 0, packedRecordBytes = 0 } = figures;
  assert.ok(packedRecordBytes > 500, `${packedRecordBytes} bytes of a packed record`);
  assert.ok(recordBytes > packedRecordBytes, `${recordBytes} bytes of a record`);
});
