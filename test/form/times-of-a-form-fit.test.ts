import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { checkForms } from '../../functions/check-forms.ts';
import { defineForm, type FormDefinition } from '../../lib/form/define.ts';
import { registryOf } from '../../lib/form/registry.ts';

const STAGE = {
  navigationTimeoutMs: 30_000,
  actionTimeoutMs: 10_000,
  proofTimeoutMs: 15_000,
  reserveMs: 6_000,
  workerTimeoutSeconds: 120,
};

const check = (changes: Partial<FormDefinition>, stage = STAGE) => {
  const form = defineForm({
    name: 'f',
    allow: ['target.example'],
    fields: z.strictObject({ name: z.string() }),
    identity: ['name'],
    url: () => 'https://target.example/',
    label: () => '',
    fill: async () => {},
    submit: (page) => page.locator('button'),
    receipt: () => undefined,
    ...(changes as object),
  });
  return checkForms(registryOf([form]), stage);
};
const waiting = () => undefined;

test('proof and reserve must fit into the worker’s time', () => {
  check({});
  assert.throws(
    () => check({ timeouts: { proofMs: 115_000 } }),
    /form "f": timeouts.proofMs and reserveMs need 121000 ms/,
  );
});

test('so must the wait, with the time to load and fill the page', () => {
  // 30 s to load, 49 s to wait, 2 x 10 s to fill and click, 15 s for proof, 6 s in reserve.
  check({ waiting, timeouts: { waitingMs: 49_000 } });
  assert.throws(
    () => check({ waiting, timeouts: { waitingMs: 49_001 } }),
    /form "f": timeouts.waitingMs.* needs 120001 ms, workerTimeoutSeconds is 120/,
  );
});

test('it is as long as the navigation timeout where nothing is said', () => {
  check({ waiting });
  assert.throws(() => check({ waiting, timeouts: { navigationMs: 40_000 } }), /needs 121000 ms/);
});

test('a form that does not wait is not held to it', () => {
  check({ timeouts: { navigationMs: 110_000 } });
});
