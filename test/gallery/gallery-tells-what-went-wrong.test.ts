import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredOf, type Step, tableOf } from '../../local/gallery/measured.ts';

const SENT = { form: 'f', shows: 'a form', sender: 'direct', messages: 4, identities: 2 };
const entry = (of: string) => ({ number: 'F-1', at: '2026-12-01T00:00:00Z', fields: { of } });
const claimed = (key: string, atMs: number): Step => ({ atMs, message: 'claimed', fields: { key } });
const finished = (key: string, atMs: number, fields: Step['fields']): Step => ({
  atMs,
  message: 'delivery finished',
  fields: { key, disposition: 'done', phase: 'submitted', skipped: false, ...fields },
});
const RIGHT = [
  claimed('f.a', 0),
  finished('f.a', 5_000, {}),
  finished('f.a', 5_100, { disposition: 'retry', phase: undefined, skipped: undefined }),
  finished('f.a', 5_200, { skipped: true }),
  claimed('f.b', 6_000),
  finished('f.b', 7_500, {}),
  finished('f.b', 7_600, { skipped: true }),
];

test('each once: it held, and the first submission is not in the time', () => {
  const measured = measuredOf(SENT, RIGHT, [entry('a'), entry('b')]);
  assert.deepEqual(measured, {
    ...SENT,
    medianMs: 1_500,
    entries: 2,
    outcome: 'each once, 2 duplicates skipped',
    held: true,
  });
  assert.match(tableOf([measured]), /\| `f` +\| a form +\| `direct` \| 1\.50 s \| +4 \| +2 \| each once/);
});

for (const [what, steps, entries, outcome] of [
  ['an entry twice', RIGHT, ['a', 'b', 'b'], /^1 entries too many$/],
  ['an identity without one', RIGHT, ['a'], /^1 identities have no entry$/],
  ['one instead of another', RIGHT, ['a', 'a'], /no entry; 1 entries too many/],
  ['a message that is not done', RIGHT.slice(0, -1), ['a', 'b'], /^1 messages are still in the queue$/],
  [
    'one that needs a person',
    [
      ...RIGHT.slice(0, -2),
      finished('f.b', 7_500, { disposition: 'parked', phase: undefined, reason: 'unknown' }),
    ],
    ['a', 'b'],
    /1 were settled as submitted; parked: unknown/,
  ],
] as const) {
  test(`${what}: it did not hold, and why`, () => {
    const measured = measuredOf(SENT, steps, entries.map(entry));
    assert.equal(measured.held, false);
    assert.match(measured.outcome, outcome);
  });
}
