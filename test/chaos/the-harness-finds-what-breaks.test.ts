import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPlan } from './chaos.ts';
import { type Facts, judge } from './judge.ts';
import { type Planned, planOf } from './plan.ts';

const planned = (id: string, more: Partial<Planned> = {}): Planned => ({
  ...{ id, form: 'ticket', messagesAtMs: [0], conflicting: false, trouble: 'none', strikes: [] },
  ...more,
});
const entry = (id: string) => ({ form: 'ticket', id, note: `note of ${id}` });
/** All is well with v1. */
const GOOD: Facts = {
  entries: [entry('v1')],
  forbidden: [],
  doneTooEarly: [],
  phaseOf: () => 'submitted',
  isSettled: () => true,
  parked: [],
  causeOf: () => undefined,
};

test('the same seed brings the same plan, another seed another one', () => {
  assert.deepEqual(planOf(7, 50), planOf(7, 50));
  assert.notDeepEqual(planOf(7, 50), planOf(8, 50));
});

test('where all is well nothing is found', () => {
  const { duplicates, lost, unknown, unexplained } = judge([planned('v1')], GOOD);
  assert.deepEqual([duplicates, lost, [...unknown], unexplained], [[], [], [], []]);
});

test('every entry beyond the first is a duplicate', () => {
  const entries = [entry('v1'), entry('v1'), entry('v1')];
  assert.deepEqual(judge([planned('v1')], { ...GOOD, entries }).duplicates, ['v1', 'v1']);
});

test('a send that nobody may make is a duplicate, whether the target took it or not', () => {
  assert.deepEqual(judge([planned('v1')], { ...GOOD, forbidden: ['v1'] }).duplicates, ['v1']);
});

test('lost is what is neither settled nor parked, and what is settled and not true', () => {
  const found = (facts: Partial<Facts>) => judge([planned('v1')], { ...GOOD, ...facts }).lost.length;
  assert.equal(found({ isSettled: () => false }), 1);
  assert.equal(found({ isSettled: () => false, parked: [{ id: 'v1', note: 'other' }] }), 1);
  assert.equal(found({ isSettled: () => false, parked: [{ id: 'v1', note: 'note of v1' }] }), 0);
  assert.equal(found({ entries: [] }), 2);
  assert.equal(found({ phaseOf: () => 'refused', entries: [] }), 1);
  assert.equal(found({ entries: [{ ...entry('v1'), note: 'other' }] }), 1);
  assert.equal(found({ doneTooEarly: ['v1'] }), 1);
  for (const phase of ['open', 'claimed', 'armed']) assert.equal(found({ phaseOf: () => phase }), 1);
});

test('an unknown needs a cause: what was done to it, or a target that gives no proof', () => {
  const unexplained = (one: Planned, facts: Partial<Facts> = {}) =>
    judge([one], { ...GOOD, phaseOf: () => 'unknown', ...facts }).unexplained;
  assert.deepEqual(unexplained(planned('v1')), ['v1']);
  assert.deepEqual(unexplained(planned('v1', { trouble: 'resetAfter' })), []);
  assert.deepEqual(unexplained(planned('v1'), { causeOf: () => 'kill while armed' }), []);
  // Where it can be looked up there is no excuse.
  assert.deepEqual(unexplained(planned('v1', { form: 'permit', trouble: 'resetAfter' })), ['v1']);
});

test('a plain worker with a lock and no record, in the same harness, submits twice', async (context) => {
  const { judged, messages } = await runPlan(planOf(1, 8), {
    worker: 'naive',
    workers: 3,
    timeLimitMs: 90_000,
  });
  context.diagnostic(`${messages} messages for 8 submissions: ${judged.duplicates.length} duplicates`);
  assert.ok(judged.duplicates.length > 0);
});
