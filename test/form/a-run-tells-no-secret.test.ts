import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { secretsOf } from '../../lib/form/secrets.ts';
import { runWithoutSecrets, verifyWithoutSecrets } from '../../lib/form/without-secrets.ts';
import { LeaseLostError, ParkError } from '../../lib/submission/errors.ts';
import type { Outcome } from '../../lib/submission/phases.ts';
import type { Attempt, RunResult, Verdict } from '../../lib/submission/ports.ts';

const SECRET = '3174-0123';
const secrets = secretsOf({ secret: ['id'] }, { id: SECRET });
const attempt = {} as Attempt;

const OUTCOME: Outcome = {
  text: `of ${SECRET}`,
  url: `https://target.example/${SECRET}/thanks`,
  status: 200,
  evidence: `f.31740123.png`,
  request: { method: 'POST', url: `https://target.example/${SECRET}`, sentAt: '2026-01-31T09:00:00.000Z' },
};
const CLEAN: Outcome = {
  text: 'of …',
  url: 'https://target.example/…/thanks',
  status: 200,
  // Made of the key's hash: where a short number stands in it by chance, the picture must still be found.
  evidence: 'f.31740123.png',
  request: { method: 'POST', url: 'https://target.example/…', sentAt: '2026-01-31T09:00:00.000Z' },
};

const running = (run: () => Promise<RunResult>) =>
  runWithoutSecrets({ run, close: async () => {}, traces: () => OUTCOME }, secrets);
const looking = (look: () => Promise<Verdict>) =>
  verifyWithoutSecrets(look, secrets)(new AbortController().signal);

test('every result of a run', async () => {
  for (const kind of ['submitted', 'already', 'refused', 'noProof'] as const) {
    const { run } = running(async () => ({ kind, outcome: OUTCOME }));
    assert.deepEqual(await run(attempt), { kind, outcome: CLEAN });
  }
  for (const kind of ['unsent', 'expired', 'notOpenYet'] as const) {
    const { run } = running(async () => ({ kind, reason: `for ${SECRET}` }));
    assert.deepEqual(await run(attempt), { kind, reason: 'for …' });
  }
});

test('what a run leaves behind when it ends without a result', () => {
  const { request, evidence } = running(() => Promise.reject(new Error())).traces?.() ?? {};
  assert.deepEqual({ request, evidence }, { request: CLEAN.request, evidence: CLEAN.evidence });
});

test('every verdict of a look-up, and what it throws', async () => {
  for (const kind of ['landed', 'absent'] as const) {
    assert.deepEqual(await looking(async () => ({ kind, outcome: OUTCOME })), { kind, outcome: CLEAN });
  }
  const cannotTell = { kind: 'cannotTell', reason: `of ${SECRET}` } as const;
  assert.deepEqual(await looking(async () => cannotTell), { kind: 'cannotTell', reason: 'of …' });
  await assert.rejects(
    looking(() => Promise.reject(new Error(SECRET))),
    (error) => !inspect(error).includes('3174'),
  );
});

test('whatever a run throws keeps its class, which decides what comes next', async () => {
  const lost = new LeaseLostError('the lease was gone');
  await assert.rejects(running(() => Promise.reject(lost)).run(attempt), (error) => error === lost);

  const parking = new ParkError('challenge', `for ${SECRET}`, [{ field: 'id', message: `not ${SECRET}` }]);
  await assert.rejects(running(() => Promise.reject(parking)).run(attempt), (error) => {
    assert.ok(error instanceof ParkError && error.reason === 'challenge');
    assert.deepEqual([error.message, error.errors], ['for …', [{ field: 'id', message: 'not …' }]]);
    return !inspect(error).includes('3174');
  });
  for (const thrown of [new Error(SECRET, { cause: SECRET }), SECRET, new DOMException(SECRET)]) {
    await assert.rejects(
      running(() => Promise.reject(thrown)).run(attempt),
      (error) => error instanceof Error && !inspect(error, { depth: 9 }).includes('3174'),
    );
  }
});

test('a text is cut only once its secrets are out', async () => {
  const text = `${'x'.repeat(995)}${SECRET}`;
  const { run } = running(async () => ({ kind: 'submitted', outcome: { text } }));
  assert.deepEqual(await run(attempt), { kind: 'submitted', outcome: { text: `${'x'.repeat(995)}…` } });
  const long = running(async () => ({ kind: 'unsent', reason: 'y'.repeat(5_000) }));
  assert.deepEqual(await long.run(attempt), { kind: 'unsent', reason: 'y'.repeat(1_000) });
});
