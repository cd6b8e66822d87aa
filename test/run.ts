/** The test suite: `npm test`, or `npm test -- test/ledger/*.test.ts` for a part of it. */

import { startChild } from '../local/children.ts';
import { readyChromium } from '../local/chromium.ts';
import { redisServer } from '../local/redis-binary.ts';

/** One for each core of a small machine: many tests have a clock running, and a browser or two at work. */
const CONCURRENCY = 2;
/** A test that hangs must not hang the suite. */
const TIMEOUT_MS = 180_000;

// Once, before the files race for it.
await redisServer(console.log);
await readyChromium(console.log);

const files = process.argv.slice(2);
const options = ['--test', `--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_MS}`];
const runner = await startChild(
  process.execPath,
  [...options, ...(files.length > 0 ? files : ['test/**/*.test.ts'])],
  { stdio: 'inherit' },
);
await runner.exited;
process.exitCode = runner.process.exitCode ?? 1;
