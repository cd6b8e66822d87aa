import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { z } from 'zod';
import { accept } from '../../lib/form/accept.ts';
import { defineForm, type FormDefinition } from '../../lib/form/define.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { ParkError } from '../../lib/submission/errors.ts';

const SECRET = '3174-0123';
const FIELDS = z.strictObject({
  id: z.string().refine((id) => id !== 'wrong', { error: ({ input }) => `${input} is no id` }),
  event: z.string(),
});
const DATA = { id: SECRET, event: 'e1' };

const accepted = (form: Partial<FormDefinition<typeof FIELDS>>, data = DATA) => {
  const definition = defineForm({
    name: 'f',
    allow: ['target.example'],
    fields: FIELDS,
    identity: ['event'],
    secret: ['id'],
    url: () => 'https://target.example/',
    label: ({ event }) => event,
    fill: async () => {},
    submit: (page) => page.locator('button'),
    receipt: () => undefined,
    ...form,
  });
  return accept(registryOf([definition]), 'f', data, { allows: (_, host) => host === 'target.example' });
};

test('a label that shows a secret all the same is kept without it', () => {
  assert.equal(accepted({ label: ({ id, event }) => `${id} at ${event}` }).label, '… at e1');
});

test('the errors of data that a form does not take', () => {
  const broken = (): never => {
    throw new Error(`no page for ${SECRET}`);
  };
  const schema = FIELDS.extend({
    id: z.string().refine(() => false, { error: ({ input }) => `${input} is no id` }),
  });
  const cases: Partial<FormDefinition<typeof FIELDS>>[] = [
    { fields: schema },
    { url: broken },
    { label: broken },
    { url: () => `https://${SECRET}.example/` },
  ];
  for (const form of cases) {
    assert.throws(
      () => accepted(form),
      (error) => {
        assert.ok(error instanceof ParkError, inspect(error));
        assert.match(inspect([error.message, error.errors]), /…/);
        // As a logger would show it, with its cause and its stack.
        assert.doesNotMatch(inspect(error, { depth: 9 }), /3174/);
        return true;
      },
    );
  }
});

test('a schema that throws is a fault of the worker, and its log line tells no secret either', () => {
  const fields = FIELDS.extend({
    id: z.string().transform((id): string => {
      throw new Error(`cannot read ${id}`);
    }),
  });
  assert.throws(
    () => accepted({ fields: fields as unknown as typeof FIELDS }),
    (error) => /cannot read …/.test(String(error)) && !/3174/.test(inspect(error, { depth: 9 })),
  );
});
