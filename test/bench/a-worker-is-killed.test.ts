import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recovery } from '../../bench/sections/recovery.ts';

test('another worker goes on after a kill, once the lease is over', async () => {
  const { ratios } = await recovery.measure({ small: true, step: () => {} });
  // The lease of a small run is 2 s, taken a moment before the kill.
  assert.ok((ratios.recoverySeconds ?? 0) > 1, `after ${ratios.recoverySeconds} s`);
});
