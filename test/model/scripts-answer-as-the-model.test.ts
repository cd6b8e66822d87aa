import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { useLedger } from '../support/ledger.ts';
import { Cast, type Command, commands } from './commands.ts';
import { Invariants } from './invariants.ts';
import { apply, BRAKE, EMPTY } from './model.ts';
import { ask, inWords, snapshot, startAnew } from './real-ledger.ts';

const on = useLedger({ brake: BRAKE });
/** Some 10 s on two cores. */
const WALKS = 800;

/** Asks the model and the real ledger the same, step by step, and compares answers and everything that is left behind. */
async function walk(asked: readonly Command[]): Promise<void> {
  await startAnew(on.redis);
  const cast = new Cast();
  const invariants = new Invariants();
  const trace: string[] = [];
  let expected = EMPTY;
  let before = await snapshot(on.redis);
  for (const command of asked) {
    const step = cast.stepOf(command, expected);
    if (step === undefined) continue;
    const [expectedAnswer, next] = apply(expected, step);
    const answer = await ask(on.ledger, on.redis, step);
    trace.push(`${JSON.stringify(step)} -> ${answer}`);
    const after = await snapshot(on.redis);
    try {
      invariants.check(before, step, answer, after);
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
