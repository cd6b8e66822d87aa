import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts } from '../../local/demo/figures.ts';
import { ACCEPTED, firstWave, identityOf, SOLD_OUT, secondWave } from '../../local/demo/messages.ts';
import { brokenPromises, figuresOf, tableOf } from '../../local/demo/verdict.ts';

const MESSAGES = firstWave().length + secondWave().length;
const once = new Map(ACCEPTED.map((submission) => [identityOf(submission), 1]));
const kept: Facts = {
  left: 0,
  entries: 7,
  parked: 2,
  entriesByIdentity: once,
  skipped: 14,
  phases: new Map([
    ['submitted', 7],
    ['refused', 1],
  ]),
  reasons: ['unknownForm', 'malformed'],
  screenshot: 'receipt.png',
};

test('24 messages for 8 identities, 22 of them well-formed', () => {
  assert.equal(MESSAGES, 24);
  const identities = [...firstWave(), ...secondWave()].flatMap((message) => {
    if (typeof message !== 'object' || message === null || !('form' in message && 'data' in message))
      return [];
    return message.form === 'event-registration' ? [identityOf(message.data as typeof SOLD_OUT)] : [];
  });
  assert.equal(identities.length, 22);
  assert.equal(new Set(identities).size, 8);
});

test('a kept promise has its figures and nothing to complain about', () => {
  assert.deepEqual(brokenPromises(kept, MESSAGES), []);
  const figures = figuresOf(kept, MESSAGES, 12.345);
  assert.deepEqual(figures, {
    messages: 24,
    identities: 8,
    entries: 7,
    skipped: 14,
    refused: 1,
    parked: 2,
    seconds: 12.3,
  });
  assert.match(tableOf(figures), /entries at the target .* 7 /);
});

const broken: Record<string, [Partial<Facts>, RegExp]> = {
  'a second entry': [
    { entriesByIdentity: new Map([...once, ['u-103 at surabaya-jazz', 2]]) },
    /u-103 .* 2 times/,
  ],
  'a missing entry': [
    { entriesByIdentity: new Map([...once].slice(1)) },
    /u-101 at jakarta-run stands 0 times/,
  ],
  'an entry that was refused': [
    { entriesByIdentity: new Map([...once, [identityOf(SOLD_OUT), 1]]) },
    /it refused/,
  ],
  'an unknown outcome': [
    {
      phases: new Map([
        ['submitted', 6],
        ['refused', 1],
        ['unknown', 1],
      ]),
    },
    /1 records in phase unknown instead of 0/,
  ],
  'parked for another reason': [{ reasons: ['malformed', 'attempts'] }, /Parked for: malformed, attempts/],
  'a lost message': [{ skipped: 13 }, /23 of 24 messages/],
  'no picture': [{ screenshot: '' }, /no picture/],
  'a message left': [{ left: 1 }, /1 messages are still in the queue/],
};
for (const [what, [change, complaint]] of Object.entries(broken)) {
  test(`${what} breaks it`, () => {
    assert.match(brokenPromises({ ...kept, ...change }, MESSAGES).join('\n'), complaint);
  });
}
