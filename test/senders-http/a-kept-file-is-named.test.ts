import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineForm } from '../../lib/form/define.ts';
import { secretsOf } from '../../lib/form/secrets.ts';
import { readableOf } from '../../lib/senders/http-evidence.ts';

const form = defineForm({
  name: 'f',
  sender: 'http',
  allow: ['target.example'],
  fields: z.strictObject({ id: z.string() }),
  identity: ['id'],
  secret: ['id'],
  url: () => 'https://target.example/',
  label: () => '',
  http: { form: 'form', values: () => ({}) },
  receipt: () => undefined,
});

test('of a file that the target answered with, what it is is kept, without a secret in its name', () => {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="ticket-3271046504930002.pdf"',
  };
  const told = {
    url: new URL('https://target.example/tickets?id=3271046504930002'),
    status: 200,
    headers,
    body: Buffer.from('%PDF-1.7 3271046504930002'),
    whole: true,
  };
  assert.equal(
    readableOf(told, secretsOf(form, { id: '3271046504930002' })),
    '200 https://target.example/tickets\n\na file: ticket-….pdf, application/pdf, 25 bytes',
  );
});
