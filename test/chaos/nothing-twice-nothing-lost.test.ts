import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPlan } from './chaos.ts';
import { KILL_POINTS, strikePlan } from './kills.ts';
import { type Plan, planOf } from './plan.ts';
import { BEFORE_ARMING, type Point } from './points.ts';
import { figuresOf, reportOf } from './report.ts';

const SEED = 1;
const SUBMISSIONS = 12;
/** Between two groups of messages, so that each may come as a batch of its own. */
const SPACE_MS = 50;
/** A longer run brings its own. */
const WORLD: Plan['world'] = [
  { atNth: 3, what: 'failover of a late replica', ms: 800 },
  { atNth: 7, what: 'redis refuses', ms: 800 },
];
const FREEZE_POINTS: readonly Point[] = ['load', 'hold', 'arm', 'sent', 'answer'];
const TIME_LIMIT_MS = 110_000;

test(`a short run of chaos: ${SUBMISSIONS} submissions, seed ${SEED}`, async () => {
  const plan = { ...planOf(SEED, SUBMISSIONS), world: WORLD };
  const result = await runPlan(plan, { workers: 3, timeLimitMs: TIME_LIMIT_MS });
  const figures = figuresOf({ seed: SEED, submissions: SUBMISSIONS }, result);
  assert.ok(figures.held, reportOf(figures, result));
  assert.ok(figures.faults > 0);
});

for (const batchSize of [1, 4] as const) {
  test(`killed at every boundary, batches of ${batchSize}: the target has it at most once, and it comes to an end`, async () => {
    const plan = strikePlan('kill', KILL_POINTS, { form: 'ticket', batchSize, times: 1 }, SPACE_MS);
    const result = await runPlan(plan, {
      workers: 3,
      params: { batchSize },
      operator: false,
      timeLimitMs: TIME_LIMIT_MS,
    });
    const figures = figuresOf({ seed: 0, submissions: plan.submissions.length }, result);
    assert.ok(figures.held, reportOf(figures, result));
    for (const point of KILL_POINTS) {
      assert.equal(result.faults.get(`kill at ${point}`), 1, `kill at ${point}`);
      if (batchSize > 1) continue;
      const [phase, entries] = endOf(point);
      assert.equal(result.phases.get(`${point}-0`), phase, `phase after a kill at ${point}`);
      assert.equal(result.entriesOf.get(`${point}-0`) ?? 0, entries, `entries after a kill at ${point}`);
    }
  });
}

test('frozen for longer than the lease: who wakes up sends nothing that another has sent, and a late receipt counts', async () => {
  const plan = strikePlan('freeze', FREEZE_POINTS, { form: 'ticket', batchSize: 1, times: 1 }, SPACE_MS);
  const result = await runPlan(plan, {
    workers: FREEZE_POINTS.length,
    // The receipt that waits in the socket meanwhile must not have come too late by then.
    params: { proofTimeoutMs: 10_000, workerTimeoutSeconds: 30 },
    operator: false,
    timeLimitMs: TIME_LIMIT_MS,
  });
  const figures = figuresOf({ seed: 0, submissions: plan.submissions.length }, result);
  assert.ok(figures.held, reportOf(figures, result));
  for (const point of FREEZE_POINTS) {
    assert.equal(result.faults.get(`freeze at ${point}`), 1, `freeze at ${point}`);
    // Armed when it woke up, long before its deadline: it may send, or find that its run is over.
    if (point === 'hold' || point === 'arm') continue;
    assert.equal(result.phases.get(`${point}-0`), 'submitted', `phase after a freeze at ${point}`);
    assert.equal(result.entriesOf.get(`${point}-0`), 1, `entries after a freeze at ${point}`);
  }
});

/** Where a submission ends whose worker was killed at a point, and how often the target has it. */
function endOf(point: Point): [phase: string, entries: number] {
  if (BEFORE_ARMING.has(point)) return ['submitted', 1];
  if (point === 'arm') return ['unknown', 0];
  return [point === 'sent' || point === 'answer' ? 'unknown' : 'submitted', 1];
}
