/** The test suite: `npm test`, or `npm test -- test/ledger/*.test.ts` for a part of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extractChromium } from '../lib/chromium/extract.ts';
import { redisServer } from '../local/redis-binary.ts';

/** Most tests wait for something (a lease, an answer), so more files than cores run side by side. */
const CONCURRENCY = 3;
/** A test that hangs must not hang the suite. */
const TIMEOUT_MS = 180_000;

// Once, before the files race for it.
await redisServer(console.log);
await extractChromium();

const files = process.argv.slice(2);
const child = spawn(
  process.execPath,
  [
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    `--test-timeout=${TIMEOUT_MS}`,
    ...(files.length > 0 ? files : ['test/**/*.test.ts']),
  ],
  { stdio: 'inherit' },
);
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
