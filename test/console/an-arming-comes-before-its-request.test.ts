import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Submission } from '../../console/client.ts';
import { en } from '../../console/texts/en.ts';
import { timeLine } from '../../console/time-line.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 9, 0, second)).toISOString();
const request = (second: number) => ({ method: 'POST', url: 'https://a.example/', sentAt: at(second) });

test('what was armed and sent in the same millisecond is told in that order, of each arming', () => {
  const submission: Submission = {
    key: 'form.1',
    form: 'form',
    label: 'Ayu',
    phase: 'submitted',
    attempt: 1,
    duplicates: 0,
    evidence: false,
    createdAt: at(0),
    armedAt: at(4),
    settledAt: at(5),
    outcome: { text: 'R-1', request: request(4) },
    log: [
      {
        at: at(3),
        who: 'ana',
        did: 'absent',
        why: 'not there',
        armedBy: 'a',
        armedAt: at(1),
        ended: { phase: 'unknown', at: at(2), outcome: { text: 'no proof', request: request(1) } },
      },
    ],
  };
  assert.deepEqual(
    timeLine(submission, en).map(({ text }) => text.replace(/[:(].*/, '')),
    [
      'handed in',
      'armed',
      'request sent',
      'settled',
      'ana did not find it at the target',
      'armed',
      'request sent',
      'settled',
    ],
  );
});
