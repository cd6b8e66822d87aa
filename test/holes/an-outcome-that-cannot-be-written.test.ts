import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LedgerError } from '../../lib/submission/errors.ts';
import type { Ledger, Verdict } from '../../lib/submission/ports.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { deliver, instead, passing, RECEIPT } from './support.ts';

const on = useLedger();

/** Sent, with the receipt in hand, by a worker whose ledger does not answer to settle. */
async function sentBy(
  ledger: Ledger,
  key: string,
): Promise<{ sent: () => number; first: string; warned: readonly string[] }> {
  let sent = 0;
  const { clock, disposition, warned } = deliver(ledger, key, {
    run: async ({ arm }) => {
      await arm();
      sent++;
      return RECEIPT;
    },
  });
  const { kind } = await passing(clock, disposition);
  return { sent: () => sent, first: kind, warned };
}

test('settle never reaches Redis: the message comes again, and meets what may have been sent; nothing is sent twice', async () => {
  const key = newKey();
  let tries = 0;
  const settle: Ledger['settle'] = async () => {
    tries++;
    throw new LedgerError('Redis: no answer');
  };
  const { sent, first, warned } = await sentBy(instead(on.ledger, { settle }), key);
  assert.equal(first, 'retry');
  assert.ok(warned.includes('proven, and could not be written'));
  assert.equal(tries, 3);
  assert.equal((await on.record(key)).phase, 'armed');

  // while its lease lasts, and after it
  assert.equal((await deliver(on.ledger, key, { receives: 2 }).disposition).kind, 'retry');
  await on.expireLease(key);
  const later = await deliver(on.ledger, key, { receives: 3 }).disposition;
  assert.ok(later.kind === 'parked' && later.reason === 'unknown');
  assert.equal(sent(), 1);
});

test('the same with a form that can look: it is looked up, not sent again', async () => {
  const key = newKey();
  const settle: Ledger['settle'] = async () => {
    throw new LedgerError('Redis: no answer');
  };
  const { sent } = await sentBy(instead(on.ledger, { settle }), key);
  await on.expireLease(key);
  const verify = async (): Promise<Verdict> => ({ kind: 'landed', outcome: { text: 'booking 7' } });
  const submission = { verify, flightGraceMs: -10 * 60_000 };
  const later = await deliver(on.ledger, key, { submission }).disposition;
  assert.deepEqual(later, { kind: 'done', phase: 'submitted', skipped: false });
  assert.equal(sent(), 1);
});

test('only the answers to settle are lost: asked again, or met by the next delivery, it is submitted', async () => {
  for (const lost of [1, 3]) {
    const key = newKey();
    let answers = 0;
    const settle: Ledger['settle'] = async (...step) => {
      const answer = await on.ledger.settle(...step);
      if (++answers <= lost) throw new LedgerError('Redis: the connection broke before the answer');
      return answer;
    };
    const { sent, first } = await sentBy(instead(on.ledger, { settle }), key);
    assert.equal(first, lost === 1 ? 'done' : 'retry');
    const { phase, outcome } = await on.record(key);
    assert.deepEqual([phase, outcome], ['submitted', JSON.stringify({ text: 'receipt 1' })]);
    const later = await deliver(on.ledger, key, { receives: 2 }).disposition;
    assert.deepEqual(later, { kind: 'done', phase: 'submitted', skipped: true });
    assert.equal(sent(), 1);
  }
});
