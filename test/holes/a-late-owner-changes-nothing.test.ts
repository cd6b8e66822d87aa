import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt, RunResult } from '../../lib/submission/ports.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { deliver, gate, RECEIPT } from './support.ts';

const on = useLedger();

const ENDS = {
  'it fails': async () => {
    throw new Error('the page is gone');
  },
  'it wants to arm': async ({ arm }: Attempt) => {
    await arm();
    return RECEIPT;
  },
  'the page says sold out': async () => ({ kind: 'refused', outcome: { text: 'sold out' } }) as const,
} satisfies Record<string, (attempt: Attempt) => Promise<RunResult>>;

for (const [what, end] of Object.entries(ENDS)) {
  test(`the first owner stood still beyond its lease, a second took over; ${what}: nothing of the second’s changes`, async () => {
    const key = newKey();
    const [filling, sending] = [gate(), gate()];
    let sent = 0;
    const first = deliver(on.ledger, key, {
      run: async (attempt) => {
        await filling.pass();
        return end(attempt);
      },
    });
    await filling.reached;
    await on.expireLease(key);

    const second = deliver(on.ledger, key, {
      messageId: 'm-2',
      run: async ({ arm }) => {
        await sending.pass();
        await arm();
        sent++;
        return RECEIPT;
      },
    });
    await sending.reached;
    const before = { record: await on.record(key), lease: await on.lease(key) };

    filling.open();
    assert.equal((await first.disposition).kind, 'retry');
    assert.deepEqual({ record: await on.record(key), lease: await on.lease(key) }, before);

    // a third, while the second is at work
    assert.equal((await deliver(on.ledger, key, { messageId: 'm-3' }).disposition).kind, 'retry');
    sending.open();
    assert.equal((await second.disposition).kind, 'done');
    const third = await deliver(on.ledger, key, { messageId: 'm-3' }).disposition;
    assert.deepEqual(third, { kind: 'done', phase: 'submitted', skipped: true });
    assert.equal(sent, 1);
  });
}
