import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shows } from '../../lib/form/enter.ts';

const SAME: readonly (readonly [shown: string, value: string])[] = [
  ['Ayu', 'Ayu'],
  ['Ayu  Wulandari ', 'Ayu Wulandari'],
  ['3174 0512 0999 0001', '3174051209990001'],
  ['01.234.567.8-901.000', '012345678901000'],
  ['1.500.000', '1500000'],
  ['1,500,000', '1500000'],
  ['Rp 1.500.000', '1500000'],
  ['12/09/1999', '12091999'],
  ['(021) 555-0199', '0215550199'],
  ['B 1234 XYZ', 'B1234XYZ'],
  ['B\u00e9', 'Be\u0301'],
];
const OTHER: readonly (readonly [shown: string, value: string])[] = [
  ['', 'Ayu'],
  ['Ay', 'Ayu'],
  ['Ayu2', 'Ayu'],
  ['AYU', 'Ayu'],
  ['15.00', '1500'],
  ['1,5', '15'],
  ['Rp 1.234,56', '123456'],
  ['-5', '5'],
  ['5', '-5'],
  ['15', '1.5'],
  ['51', '15'],
  ['ABA', 'AAB'],
];

test('what a field adds to group a value is not another value', () => {
  for (const [shown, value] of SAME) assert.ok(shows(shown, value), `${shown} for ${value}`);
});

test('another value is', () => {
  for (const [shown, value] of OTHER) assert.ok(!shows(shown, value), `${shown} for ${value}`);
});
