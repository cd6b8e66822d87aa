import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounded, shown, spreadOf } from '../../bench/spread.ts';

test('median, quartiles and p99 lie between samples in proportion, whatever the order', () => {
  const samples = Array.from({ length: 101 }, (_, nth) => 100 - nth);
  assert.deepEqual(spreadOf(samples), { samples: 101, median: 50, low: 25, high: 75, p99: 99 });
  assert.deepEqual(spreadOf([10, 2]), { samples: 2, median: 6, low: 4, high: 8, p99: 9.92 });
  assert.equal(samples[0], 100, 'the samples stay as they are');
});

test('no samples have no median', () => {
  assert.throws(() => spreadOf([]), /no samples/);
});

test('figures have three digits that count', () => {
  assert.equal(rounded(1234.56), 1230);
  assert.equal(rounded(0.012345), 0.0123);
  assert.equal(shown(spreadOf([1, 2, 3])), '2 (1.5 to 2.5)');
});
