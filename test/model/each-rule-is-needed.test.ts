/** Each rule taken back alone, the search finds the violation that the rule keeps away: so it would find others, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore } from './protocol/explore.ts';
import { type Setting, settingOf } from './protocol/setting.ts';
import type { Rules } from './rules.ts';

/** Nothing goes wrong but what a test asks for. */
const CALM: Partial<Setting> = { messages: ['A'], mishaps: false, refusals: false, expiries: false };

function without(rules: readonly (keyof Rules)[], setting: Partial<Setting>, expected: RegExp) {
  const takenBack = Object.fromEntries(rules.map((rule) => [rule, false]));
  test(`without ${rules.join(' and ')}: ${expected.source}`, (t) => {
    const { states, wrong } = explore(settingOf({ ...CALM, ...setting }, takenBack), { found: expected });
    const [[name, way] = ['nothing', []]] = [...wrong];
    assert.match(name, expected);
    t.diagnostic(`${states} states, ${way.length} steps`);
    // With all rules it is not there, as far as that: the violation is this rule's.
    assert.deepEqual(
      [...explore(settingOf({ ...CALM, ...setting }), { steps: way.length }).wrong.keys()],
      [],
    );
  });
}

// V1: each of two deliveries excuses itself with the other. Also of one message, sent again under another id.
without(['heldIsDeferred'], { messages: ['A', 'A'] }, /A is lost/);
without(['heldIsDeferred'], { redrives: 1, queueParks: true }, /A is lost/);
// V2: *absent*, while the sender may still send or its request is under way.
without(['absentAwaitsSender'], {}, /two entries/);
without(['absentAwaitsRequest'], {}, /two entries/);
without(['orphanKeepsSender'], {}, /two entries/);
without(['lookBeginsAfterDeadline'], { person: true }, /two entries/);
// V3: a stale verdict hits another arming. Three locks, each of which is enough: only without all of them it sends twice.
without(['verdictNamesArming'], { person: true, refusals: true, lateCopies: true }, /another arming/);
without(['verdictNamesArming', 'verifierHolds', 'lookBeginsAfterDeadline'], {}, /two entries/);
// V4: other data meets "held" or "settled", and is deleted as a duplicate.
without(['dataFirst'], { messages: ['A', 'B'] }, /is lost/);
// V5: a refusal overwritten by other data.
without(['refusalsRemembered'], { messages: ['A', 'B'], refusals: true }, /refused data is sent again/);
// V6: the WAIT of an arming confirmed by a server that never saw the arming.
without(['waitGoesWithArm'], { replica: true }, /two entries/);
// V7: a late copy of the first claim's disarm takes the second arming back.
without(['oneTokenOneClaim'], { expiries: true, lateCopies: true }, /two entries/);
// V9: the message deleted, its outcome lost in a failover.
without(['outcomeIsConfirmed'], { replica: true }, /forgotten/);
// V10: other data stands in the way of data that is no more.
without(['otherDataMayFollow'], { messages: ['A', 'B'] }, /never come to its end/);
