import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interleave } from '../../bench/interleave.ts';

test('the sides are measured in turn, never two at once, and warm-ups are not kept', async () => {
  const order: string[] = [];
  let running = 0;
  const side = (name: string) => async () => {
    order.push(name);
    running += 1;
    assert.equal(running, 1);
    await Promise.resolve();
    running -= 1;
    return order.length;
  };
  const rounds: string[] = [];
  const samples = await interleave(
    { a: side('a'), b: side('b'), c: side('c') },
    { rounds: 2, warmUps: 1, onRound: (done, of) => rounds.push(`${done} of ${of}`) },
  );
  assert.equal(order.join(''), 'abcabcabc');
  assert.deepEqual(samples, { a: [4, 7], b: [5, 8], c: [6, 9] });
  assert.deepEqual(rounds, ['1 of 3', '2 of 3', '3 of 3']);
});
