import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measured, Results } from '../../bench/results.ts';
import { scalePageOf } from '../../bench/scale-page.ts';

const measured = (figures: Record<string, number>): Measured => ({
  title: '',
  measuredAt: '2030-01-02T00:00:00.000Z',
  command: '',
  machine: { cpu: '', cores: 2, memoryGb: 8, node: '' },
  result: { tables: [], charts: [], ratios: {}, notes: [], versions: {}, figures },
});
const submission = { lightMs: 500, heavyMs: 2_000, slowMs: 3_000, slowBatch4Ms: 1_000, slowNaiveMs: 6_000 };
const more = { lightHttpMs: 20, heavyConnections: 7 };
const scale = {
  recordBytes: 2_000,
  packedRecordBytes: 1_000,
  redisScriptsOfSubmission: 3,
  redisCpuMsOfSubmission: 0.5,
  redisCpuMsOfDuplicate: 0.1,
  queueCallsOfSubmission: 3,
};

test('the page about scale is computed from the figures, and not written without them', () => {
  const results: Results = { submission: measured({ ...submission, ...more }), scale: measured(scale) };
  const page = scalePageOf(results) ?? '';
  // 1,000,000 x 2 GB x 3 s x 0.0000166667; 11.6 a second x 3 s; 167 a second x 3 s.
  assert.match(page, /\| target that takes 3 s \| 3,000 \| 34.7 \| 500 \| 100 \|/);
  assert.match(page, /2,000 x 1,000,000 x 30 = \*\*60 GB\*\*/);
  assert.match(page, /takes 1,000 bytes, so 30 and 3 GB/);
  assert.match(page, /1,000 \/ 0.5 =\s+2,000 submissions a second/);
  // 167 a second x 2 s x 7.
  assert.match(page, /= 2,330 at once/);
  assert.match(page, /2030-01-02/);
  assert.equal(scalePageOf({ submission: measured(submission), scale: measured(scale) }), undefined);
  assert.equal(scalePageOf({}), undefined);
});
