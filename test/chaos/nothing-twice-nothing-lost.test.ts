import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPlan } from './chaos.ts';
import { killPlan } from './kills.ts';
import { planOf } from './plan.ts';
import { BEFORE_ARMING, POINTS, type Point } from './points.ts';
import { figuresOf, reportOf } from './report.ts';

const SEED = 1;
const SUBMISSIONS = 12;
/** Between two groups of messages, so that each may come as a batch of its own. */
const SPACE_MS = 50;
const TIME_LIMIT_MS = 110_000;

test(`a short run of chaos: ${SUBMISSIONS} submissions, seed ${SEED}`, async () => {
  const plan = planOf(SEED, SUBMISSIONS);
  const result = await runPlan(plan, { workers: 3, timeLimitMs: TIME_LIMIT_MS });
  const figures = figuresOf({ seed: SEED, submissions: SUBMISSIONS }, result);
  assert.ok(figures.held, reportOf(figures, result));
  assert.ok(figures.faults > 0);
});

for (const batchSize of [1, 4] as const) {
  test(`killed at every boundary, batches of ${batchSize}: the target has it at most once, and it comes to an end`, async () => {
    const plan = killPlan({ form: 'ticket', batchSize, times: 1 }, SPACE_MS);
    const result = await runPlan(plan, {
      workers: 3,
      params: { batchSize },
      operator: false,
      timeLimitMs: TIME_LIMIT_MS,
    });
    const figures = figuresOf({ seed: 0, submissions: plan.submissions.length }, result);
    assert.ok(figures.held, reportOf(figures, result));
    for (const point of Object.keys(POINTS) as Point[]) {
      assert.equal(result.faults.get(`kill at ${point}`), 1, `kill at ${point}`);
      if (batchSize > 1) continue;
      const [phase, entries] = endOf(point);
      assert.equal(result.phases.get(`${point}-0`), phase, `phase after a kill at ${point}`);
      assert.equal(result.entriesOf.get(`${point}-0`) ?? 0, entries, `entries after a kill at ${point}`);
    }
  });
}

/** Where a submission ends whose worker was killed at a point, and how often the target has it. */
function endOf(point: Point): [phase: string, entries: number] {
  if (BEFORE_ARMING.has(point)) return ['submitted', 1];
  if (point === 'arm') return ['unknown', 0];
  return [point === 'sent' || point === 'answer' ? 'unknown' : 'submitted', 1];
}
