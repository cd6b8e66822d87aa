import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LedgerError } from '../../lib/submission/errors.ts';
import type { Ledger, RunResult } from '../../lib/submission/ports.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { type DeliveryOptions, deliver, instead } from './support.ts';

const on = useLedger();

const silent = async (): Promise<never> => {
  throw new LedgerError('Redis: no answer');
};

test('Redis is gone when a failed run is given back: what went wrong first is told, and what came on top of it', async () => {
  const fails = async (): Promise<RunResult> => {
    throw new Error('no such button');
  };
  const unsent: RunResult = { kind: 'unsent', reason: 'connect' };
  for (const [steps, first, run] of [
    [{ release: silent }, /no such button/, fails],
    [{ disarm: silent }, /connect/, ({ arm }) => arm().then(() => unsent)],
  ] as const satisfies readonly (readonly [Partial<Ledger>, RegExp, DeliveryOptions['run']])[]) {
    const { disposition, counted } = deliver(instead(on.ledger, steps), newKey(), { run });
    const end = await disposition;
    assert.ok(end.kind === 'retry');
    assert.match(end.why, first);
    assert.match(end.why, /Redis: no answer/);
    assert.ok(counted.includes('LedgerUnavailable'));
  }
});
