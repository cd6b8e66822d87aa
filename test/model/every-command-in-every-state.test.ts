import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useLedger } from '../support/ledger.ts';
import { everyStep, shapeOf } from './closure.ts';
import { checkInvariants, checkKeys } from './invariants.ts';
import { apply, BRAKE, EMPTY, type Ledger } from './ledger-model.ts';
import { ask, copy, inWords, NOTHING, type Place, placeOf, type Snapshot, snapshots } from './real-ledger.ts';

const on = useLedger({ brake: BRAKE });

/** A state of the real ledger, as some first way led to it. */
interface Reached {
  readonly place: Place;
  readonly expected: Ledger;
  readonly before: Snapshot;
  readonly way: readonly string[];
}

test('every command in every state that the ledger can be in: the scripts do as the model', async (t) => {
  const ahead: Reached[] = [{ place: placeOf(0), expected: EMPTY, before: NOTHING, way: [] }];
  const seen = new Set([shapeOf(EMPTY)]);
  let transitions = 0;
  for (const { place, expected, before, way } of ahead) {
    const steps = everyStep(expected);
    // Every step on a copy of its own, and all at once: that is what makes it quick.
    const places = steps.map(() => placeOf(++transitions));
    await copy(on.redis, place, places);
    const answers = await Promise.all(steps.map((step, nth) => ask(on, places[nth] ?? place, step)));
    const left = await snapshots(on.redis, places);
    steps.forEach((step, nth) => {
      const answer = answers[nth] ?? '';
      const after = left[nth] ?? NOTHING;
      const [expectedAnswer, next] = apply(expected, step);
      const wayOn = [...way, `${JSON.stringify(step)} -> ${answer}`];
      try {
        checkInvariants(before, step, answer, after);
        assert.equal(answer, expectedAnswer, 'the answer');
        assert.deepEqual(inWords(after), next, 'what is left behind');
      } catch (difference) {
        throw new Error(`${wayOn.join('\n')}\n${difference}`);
      }
      if (seen.has(shapeOf(next))) return;
      seen.add(shapeOf(next));
      ahead.push({ place: places[nth] ?? place, expected: next, before: after, way: wayOn });
    });
  }
  checkKeys(await on.redis.keys('*'));
  t.diagnostic(`${ahead.length} states, ${transitions} transitions`);
  assert.ok(ahead.length > 500);
});
