import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureAll } from '../../bench/measure.ts';
import { ratiosOf } from '../../bench/results.ts';
import type { Result, Section } from '../../bench/section.ts';

const RESULT: Result = { tables: [], charts: [], ratios: {}, notes: [], versions: {} };

const section = (name: string, measure: Section['measure']): Section => ({ name, title: name, measure });

test('sections say how far they are, and their ratios come together, with three digits', async () => {
  const said: string[] = [];
  const { results } = await measureAll(
    [
      section('one', async ({ step, small }) => {
        step('rounds', 1, 2);
        return { ...RESULT, ratios: { a: small ? 1.23456 : 0 } };
      }),
      section('two', async () => ({ ...RESULT, ratios: { b: 2 } })),
    ],
    { small: true, command: 'npm run bench', say: (line) => void said.push(line) },
  );
  assert.deepEqual(said, ['1/2 one', '1/2 one: rounds, 1 of 2', '2/2 two']);
  assert.deepEqual(ratiosOf(results), { a: 1.23, b: 2 });
  assert.equal(results.one?.machine.node, process.version);
});

test('what could not be measured is named, and takes nothing from the rest', async () => {
  const broken = section('one', () => Promise.reject(new Error('no Redis')));
  const whole = section('two', async () => RESULT);
  const { results, failures } = await measureAll([broken, whole], {
    small: true,
    command: '',
    say: () => {},
  });
  assert.deepEqual(failures, ['The section one could not be measured: no Redis']);
  assert.deepEqual(Object.keys(results), ['two']);
});
