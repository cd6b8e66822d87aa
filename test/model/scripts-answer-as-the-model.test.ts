import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { META_KEY, metaText } from '../../lib/ledger/meta.ts';
import { META, useLedger } from '../support/ledger.ts';
import { Cast, type Command, commands } from './commands.ts';
import { checkInvariants, checkKeys } from './invariants.ts';
import { apply, BRAKE, EMPTY } from './ledger-model.ts';
import { ask, inWords, NOTHING, placeOf, snapshot } from './real-ledger.ts';

const on = useLedger({ brake: BRAKE });
/** Some 4 s on two cores. */
const WALKS = 500;

/** Asks the model and the real ledger the same, step by step, and compares answers and everything that is left behind. */
async function walk(asked: readonly Command[]): Promise<void> {
  await on.redis.pipeline().flushdb().set(META_KEY, metaText(META)).exec();
  const place = placeOf(0);
  const cast = new Cast();
  const trace: string[] = [];
  let expected = EMPTY;
  let before = NOTHING;
  for (const command of asked) {
    const step = cast.stepOf(command, expected);
    if (step === undefined) continue;
    const [expectedAnswer, next] = apply(expected, step);
    const answer = await ask(on, place, step);
    trace.push(`${JSON.stringify(step)} -> ${answer}`);
    const [after, keys] = await Promise.all([snapshot(on.redis, place), on.redis.keys('*')]);
    try {
      checkInvariants(before, step, answer, after);
      checkKeys(keys);
      assert.equal(answer, expectedAnswer, 'the answer');
      assert.deepEqual(inWords(after), next, 'what is left behind');
    } catch (difference) {
      throw new Error(`${trace.join('\n')}\n${difference}`);
    }
    expected = next;
    before = after;
  }
}

test('random walks of three workers and an operator: the scripts do as the model', () =>
  fc.assert(fc.asyncProperty(commands, walk), { numRuns: WALKS }));
