import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submissionResult } from '../../bench/load/submission-result.ts';

test('GB-seconds and ratios follow from the time of an invocation for each submission', async () => {
  const { tables, ratios, figures } = await submissionResult(
    [
      { kind: 'slow', processors: '0', rounds: 1, samples: { naive: [4_000], batch4: [1_000] } },
      { kind: 'light', processors: '0,1', rounds: 3, samples: { naive: [900, 1_000, 2_000], http: [20] } },
    ],
    { tables: [], figures: { slowConnections: 2 } },
  );
  assert.deepEqual(ratios, { gbSecondsBatch4: 0.25, httpVsNaive: 50 });
  assert.deepEqual(tables[0]?.rows, [
    ['naive worker', '4000 (4000 to 4000)', 1, 8, 1],
    ['Sekali, batches of 4', '1000 (1000 to 1000)', 4, 2, 1],
  ]);
  assert.deepEqual(figures, { slowConnections: 2, slowBatch4Ms: 1_000, slowNaiveMs: 4_000 });
});
