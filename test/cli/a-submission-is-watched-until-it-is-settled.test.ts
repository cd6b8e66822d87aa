import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asker } from '../../cli/ask/asker.ts';
import { watchAll, watchOne } from '../../cli/commands/watch.ts';
import { keyFor, startApi } from '../support/api.ts';
import { claimRequest, newClaim, OUTCOME } from '../support/ledger.ts';

const EVERY_MS = 20;

/** What was shown, each once; `steps` are taken one after each look. */
function watching(asker: Asker, steps: (() => Promise<unknown>)[]) {
  const shown: string[] = [];
  const asked: Asker = {
    async ask(request) {
      const answer = await asker.ask(request);
      await steps.shift()?.();
      return answer;
    },
    close() {},
  };
  const line = {
    show(text: string) {
      if (text !== shown.at(-1)) shown.push(text);
    },
    end() {},
  };
  return { asked, shown, line };
}

test('one: from before its first claim to its outcome', async () => {
  const { asker, ledger } = await startApi();
  const claim = newClaim(keyFor('a'));
  const { asked, shown, line } = watching(asker, [
    () => ledger.claim(claimRequest(claim, { form: 'test-form', label: 'a at test' })),
    () => ledger.arm(claim, { deadlineMs: 62_000, minLeaseMs: 0 }),
    () => ledger.settle(claim, 'submitted', OUTCOME),
  ]);
  const { done, text } = await watchOne(asked, claim.key, line, EVERY_MS);
  assert.deepEqual([done, text], [true, `${claim.key} is submitted: receipt 1`]);
  assert.deepEqual(shown, [
    'not claimed yet',
    'claimed, attempt 1, somebody works on it',
    'armed, attempt 1, somebody works on it',
  ]);
});

test('all of a form: until none is under way; an unknown one is not well', async () => {
  const { asker, armed, ledger, settled } = await startApi();
  await settled('b', 'submitted');
  const claim = await armed('a');
  const { asked, shown, line } = watching(asker, [
    () => ledger.settle(claim, 'unknown', { text: 'no proof' }),
  ]);
  const { done, text } = await watchAll(asked, 'test-form', line, EVERY_MS);
  assert.deepEqual([done, text, shown], [false, '1 submitted, 1 unknown', ['1 armed, 1 submitted']]);
});

test('a stage that does not answer ends it', async () => {
  const nobody: Asker = { ask: () => Promise.reject(new Error('nobody answers')), close() {} };
  await assert.rejects(watchOne(nobody, 'f.1', { show() {}, end() {} }, EVERY_MS), /nobody answers/);
});
