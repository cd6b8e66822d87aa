import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formKey, leaseKey, recordKey } from '../../lib/ledger/redis-ledger.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { deliver } from './support.ts';

const on = useLedger();

test('something else stands under a name of the ledger: nothing runs, and the reason is in plain words', async () => {
  for (const [name, foreign] of [
    [leaseKey, 'hash'],
    [recordKey, 'text'],
    [(key: string) => formKey(key.slice(0, key.indexOf('.'))), 'text'],
  ] as const) {
    const key = newKey(`f-${foreign}`);
    if (foreign === 'hash') await on.redis.hset(name(key), 'a', '1');
    else await on.redis.set(name(key), 'a text');
    const end = await deliver(on.ledger, key).disposition;
    assert.ok(end.kind === 'retry');
    assert.match(end.why, /holds what the ledger never wrote: does another program write to this Redis/);
    await on.redis.del(name(key));
  }
});
