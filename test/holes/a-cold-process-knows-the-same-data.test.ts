import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { dataHashOf, keyOf } from '../../lib/submission/key.ts';
import { ledgerOptions, useLedger } from '../support/ledger.ts';
import { deliver, RECEIPT } from './support.ts';

const on = useLedger();

const SENT = { user: 'Ana', event: 'run', note: { b: 1, a: [{ d: 2, c: 3 }] } };
/** What a producer that retries makes of it: another order, other spaces. */
const RETRIED = { note: { a: [{ c: 3, d: 2 }], b: 1 }, event: 'run ', user: ' Ana' };
const OTHER = { ...SENT, note: { b: 2, a: [{ d: 2, c: 3 }] } };
const IDENTITY = ['user', 'event'];

const lib = (file: string) => JSON.stringify(join(import.meta.dirname, '../../lib', file));

/** What a process that has never seen the submission is answered when it claims. */
async function coldClaim(data: Record<string, unknown>): Promise<unknown> {
  const script = `
    import { RedisLedger } from ${lib('ledger/redis-ledger.ts')};
    import { dataHashOf, keyOf } from ${lib('submission/key.ts')};
    const data = ${JSON.stringify(data)};
    const ledger = new RedisLedger(${JSON.stringify(ledgerOptions(on.server.url))});
    const answer = await ledger.claim({
      key: keyOf('f', ${JSON.stringify(IDENTITY)}, data), token: 'cold', dataHash: dataHashOf(data), form: 'f', label: '',
      messageId: 'm-2', createdAtMs: Date.now(), leaseMs: 10000, remainingMs: 60000,
    });
    console.log(JSON.stringify(answer));
    ledger.close();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout);
}

test('submitted here, the same data told by a cold process: settled; other data: a conflict that changes nothing', async () => {
  const key = keyOf('f', IDENTITY, SENT);
  const { disposition } = deliver(on.ledger, key, {
    dataHash: dataHashOf(SENT),
    run: async ({ arm }) => {
      await arm();
      return RECEIPT;
    },
  });
  assert.equal((await disposition).kind, 'done');
  const before = await on.record(key);

  assert.deepEqual(await coldClaim(RETRIED), { kind: 'settled', phase: 'submitted', due: true });
  assert.deepEqual(await coldClaim(OTHER), { kind: 'conflict', phase: 'submitted' });
  assert.deepEqual(await on.record(key), { ...before, duplicates: '1' });
});
