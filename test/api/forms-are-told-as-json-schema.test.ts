import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { defineForm, fileField } from '../../lib/form/index.ts';
import { DATA, FORM, startApi } from '../support/api.ts';

test('names, identity, secrets, and a schema that says yes and no as the form does', async () => {
  const world = await startApi();
  const { body } = await world.ask('GET', '/forms', { token: world.tokens.send });
  const [form] = body.forms;
  assert.deepEqual([form.name, form.identity, form.secret], ['test-form', ['id'], ['pin']]);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile(form.schema);
  for (const data of [
    DATA,
    { ...DATA, seats: 2 },
    { ...DATA, seats: 0 },
    { id: 'a' },
    { ...DATA, surplus: 1 },
  ]) {
    assert.equal(validate(data), FORM.fields.safeParse(data).success, JSON.stringify(data));
  }
});

test('a file says how large it may be, of which types, and that it is base64', async () => {
  const form = defineForm({
    ...FORM,
    fields: z.strictObject({
      id: z.string(),
      pin: z.string(),
      cv: fileField({ maxBytes: 90_000, types: ['application/pdf'] }),
    }),
  } as unknown as Parameters<typeof defineForm>[0]);
  const world = await startApi({ forms: [form] });
  const { cv } = (await world.ask('GET', '/forms')).body.forms[0].schema.properties;
  assert.deepEqual(cv['x-file'], { maxBytes: 90_000, types: ['application/pdf'] });
  assert.match(cv.description, /90 ?000 bytes/);
  assert.equal(cv.properties.base64.contentEncoding, 'base64');
  assert.equal(cv.properties.base64.maxLength, 120_000);
  assert.deepEqual(cv.properties.type.enum, ['application/pdf']);
});

test('what JSON Schema cannot say does not hide a form', async () => {
  const form = defineForm({
    ...FORM,
    fields: z.object({
      id: z.string(),
      pin: z.string(),
      when: z.string().transform((text) => new Date(text)),
      any: z.custom(() => true),
    }),
  } as unknown as Parameters<typeof defineForm>[0]);
  const world = await startApi({ forms: [form] });
  const { properties } = (await world.ask('GET', '/forms')).body.forms[0].schema;
  assert.deepEqual(Object.keys(properties), ['id', 'pin', 'when', 'any']);
});
