import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Goal } from '../../bench/goals.ts';
import { pageOf } from '../../bench/page.ts';
import type { Measured } from '../../bench/results.ts';

const GOALS: readonly Goal[] = [
  {
    ratio: 'slow',
    text: 'It is quick',
    must: 'be at most',
    limit: 1.3,
    unit: 'times',
    why: 'It is a snail.',
  },
  { ratio: 'fast', text: 'It is fast', must: 'be at least', limit: 2 },
  { ratio: 'later', text: 'It will be measured', must: 'be at least', limit: 2 },
];

const measured: Measured = {
  title: 'Snails',
  measuredAt: '2026-01-02T03:04:05.000Z',
  command: 'npm run bench -- --only snails',
  machine: { cpu: 'A chip', cores: 2, memoryGb: 8, node: 'v24.0.0' },
  result: {
    tables: [{ title: 'Race', columns: ['who', 'ms'], rows: [['a | b', 12]], note: 'Uphill.' }],
    charts: [{ file: 'race.svg', title: 'The race', unit: 'ms', bars: [] }],
    ratios: { slow: 1.41, fast: 2 },
    notes: ['They were fed.'],
    versions: { snail: '1.2.3', hare: '4.5.6' },
  },
};

const page = pageOf({ snails: measured }, GOALS);

test('a missed goal stands there with its measure, its limit and the reason', () => {
  assert.match(page, /\| It is quick \| 1.41 times \| at most 1.3 times \| \*\*no\*\* \|/);
  assert.match(
    page,
    /Missed:\n\n- \*\*It is quick\*\*: 1.41 times, and the goal is at most 1.3 times. It is a snail.\n/,
  );
  assert.doesNotMatch(page, /- \*\*It is fast/);
});

test('a goal at its limit is reached, and one that nobody measured is neither', () => {
  assert.match(page, /\| It is fast \| 2 \| at least 2 \| yes \|/);
  assert.match(page, /\| It will be measured \| {2}\| at least 2 \| not measured \|/);
  assert.doesNotMatch(page, /- \*\*It will/);
});

test('a section tells its tables, charts, notes, and when, on what and with which versions it was measured', () => {
  const text = page.slice(page.indexOf('## Snails'));
  assert.match(
    text,
    /They were fed\.\n\n### Race\n\n\| who \| ms \|\n\| --- \| --- \|\n\| a \\\| b \| 12 \|\n\nUphill\./,
  );
  assert.match(text, /!\[The race\]\(benchmarks\/race\.svg\)/);
  assert.match(
    text,
    /`npm run bench -- --only snails` on 2026-01-02: 2 x A chip, 8 GB, Node v24\.0\.0\. snail 1\.2\.3, hare 4\.5\.6\./,
  );
});

test('where all goals are reached nothing is missed', () => {
  assert.doesNotMatch(pageOf({ snails: measured }, GOALS.slice(1)), /Missed/);
});
