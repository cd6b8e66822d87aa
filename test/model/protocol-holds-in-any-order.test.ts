import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore } from './protocol/explore.ts';
import { type Setting, settingOf } from './protocol/setting.ts';

/** Small ones, each with other things that may go wrong: together some 10 s. */
const SETTINGS: Readonly<Record<string, Partial<Setting>>> = {
  'one message, replies get lost': { messages: ['A'], lostReplies: true },
  'one message, received too often': { messages: ['A'], lostReplies: true, tooOften: true, refusals: false },
  'one message, a person helps': { messages: ['A'], person: true },
  'one message, a form without verify, a person helps': { messages: ['A'], verify: false, person: true },
  'one message, three workers': { messages: ['A'], workers: 3, mishaps: false, refusals: false },
  'one message, commands come late and twice': { messages: ['A'], lateCopies: true, mishaps: false },
  'one message, parked and sent again': { messages: ['A'], redrives: 1, queueParks: true, refusals: false },
  'one message, a failover': { messages: ['A'], replica: true, mishaps: false, refusals: false },
  'two messages with the same data, replies get lost': { messages: ['A', 'A'], lostReplies: true },
  'two messages with other data': { messages: ['A', 'B'], mishaps: false, expiries: false },
};

/** Minutes and gigabytes: `SEKALI_TEST_LARGE=1`. */
const LARGE: typeof SETTINGS = {
  'large: other data, a person helps': {
    messages: ['A', 'B'],
    person: true,
    expiries: false,
    mishaps: false,
  },
  'large: the same data, a person helps': { messages: ['A', 'A'], person: true, lostReplies: true },
  'large: three messages': { messages: ['A', 'A', 'B'], mishaps: false, expiries: false },
  'large: late copies, all mishaps': { messages: ['A'], lateCopies: true, lostReplies: true },
  'large: sent again, a person helps': { messages: ['A'], redrives: 1, queueParks: true, person: true },
  'large: a failover, all mishaps': { messages: ['A'], replica: true, refusals: false },
  'large: three workers, all mishaps': { messages: ['A'], workers: 3 },
};

const settings = process.env.SEKALI_TEST_LARGE === '1' ? { ...SETTINGS, ...LARGE } : SETTINGS;
for (const [name, setting] of Object.entries(settings)) {
  test(`every order: ${name}: never twice, never lost, never stuck`, (t) => {
    const { states, transitions, wrong } = explore(settingOf(setting));
    t.diagnostic(`${states} states, ${transitions} transitions`);
    assert.deepEqual(Object.fromEntries(wrong), {});
    assert.ok(states > 1_000);
  });
}
