import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { forms } from '../../forms/index.ts';
import { defineForm, type Form, type FormDefinition } from '../../lib/form/define.ts';
import { registryOf } from '../../lib/form/registry.ts';

const FIELDS = z.strictObject({ name: z.string() });

const form = (changes: Partial<FormDefinition<typeof FIELDS>> = {}) =>
  defineForm({
    name: 'f',
    allow: ['target.example'],
    fields: FIELDS,
    identity: ['name'],
    url: () => 'https://target.example/',
    label: () => '',
    fill: async () => {},
    submit: (page) => page.locator('button'),
    receipt: () => undefined,
    ...changes,
  });

test('the forms of this repository are fine', () => {
  assert.ok(registryOf(forms).size > 0);
});

test('a misspelt member is named, and so is a missing one', () => {
  assert.throws(
    () => registryOf([form({ recipt: () => 'x' } as object)]),
    /form "f": there is no member "recipt"; there are /,
  );
  for (const name of ['receipt', 'label', 'url', 'identity', 'fields', 'allow']) {
    const without = { ...form(), [name]: undefined } as unknown as Form;
    assert.throws(() => registryOf([without]), new RegExp(`form "f": ${name} is missing`));
  }
});

test('a definition that cannot work is refused at start, by the form’s name', () => {
  assert.throws(() => registryOf([form({ name: 'With.Dot' })]), /form "With.Dot": the name may hold/);
  assert.throws(() => registryOf([form(), form()]), /form "f": defined twice/);
  assert.throws(() => registryOf([form({ identity: [] })]), /identity is empty/);
  assert.throws(() => registryOf([form({ identity: ['nmae' as 'name'] })]), /do not exist: nmae/);
  assert.throws(
    () => registryOf([form({ secret: ['name', 'pin' as 'name'] })]),
    /form "f": secret names fields that do not exist: pin/,
  );
  assert.throws(() => registryOf([form({ allow: [] })]), /allow is empty/);
  assert.ok(registryOf([form({ secret: ['name'] })]), 'a secret may be part of the identity');
  for (const limits of [{ atOnce: 0 }, { perMinute: 1.5 }, { perMinute: Number.POSITIVE_INFINITY }]) {
    assert.throws(
      () => registryOf([form({ limits })]),
      /form "f": limits\.\w+ is .+ whole number, at least 1/,
    );
  }
  assert.ok(registryOf([form({ limits: { atOnce: 1, perMinute: 30 } })]));
});

const httpForm = defineForm({
  name: 'h',
  sender: 'http',
  allow: ['target.example'],
  fields: FIELDS,
  identity: ['name'],
  url: () => 'https://target.example/',
  label: ({ name }) => name,
  http: { form: 'form#register', values: ({ name }) => ({ full_name: name }) },
  receipt: () => undefined,
});

test('each sender has members of its own: what is missing or too much is refused at start', () => {
  assert.ok(registryOf([httpForm]));
  const refused = (base: Form, changes: Record<string, unknown>, why: RegExp) =>
    assert.throws(() => registryOf([{ ...base, ...changes } as unknown as Form]), why);
  refused(
    httpForm,
    { fill: async () => {}, drafts: [] },
    /form "h": sender 'http' opens no browser: take fill, drafts out/,
  );
  refused(httpForm, { http: undefined }, /sender 'http' needs http: \{ form/);
  refused(httpForm, { http: { form: 'form' } }, /sender 'http' needs http: \{ form/);
  for (const css of ['', 'form[', '#'])
    refused(httpForm, { http: { ...httpForm.http, form: css } }, /no CSS selector/);
  refused(form(), { http: httpForm.http }, /http is only for sender: 'http'/);
  refused(httpForm, { block: ['image'] }, /sender 'http' opens no browser: take block out/);
  refused(form(), { block: ['image', 'style'] }, /block knows image, font, media, not style/);
  refused(form(), { fill: undefined }, /fill is missing/);
  refused(form(), { sender: 'direct', submit: undefined }, /submit is missing/);
  refused(
    form(),
    { sender: 'carrier pigeon' },
    /there is no sender "carrier pigeon"; there are direct, browser and http/,
  );
});

test('the types say so before', () => {
  const { name, allow, fields, identity, url, label, receipt } = form();
  const common = { name, allow, fields, identity, url, label, receipt };
  const http = { form: 'form', values: () => ({}) };
  // @ts-expect-error the sender http needs http
  defineForm({ ...common, sender: 'http' });
  // @ts-expect-error the sender http has no fill
  defineForm({ ...common, sender: 'http', http, fill: async () => {} });
  // @ts-expect-error http needs the sender http
  defineForm({ ...common, http });
});
