import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineForm, fileField } from '../../lib/form/index.ts';
import { sendMessages } from '../../local/queues.ts';
import { FORM, startApi } from '../support/api.ts';

const PIN = '99-11-77';
const FILE = Buffer.from('what the file says').toString('base64');

const withFile = defineForm({
  ...FORM,
  name: 'with-file',
  fields: z.strictObject({
    id: z.string(),
    pin: z.string(),
    note: z.string().optional(),
    amount: z.number().optional(),
    cv: fileField({ types: ['application/pdf'] }).optional(),
  }),
  label: ({ id, pin }: { id: string; pin: string }) => `${id} with ${pin}`,
} as unknown as Parameters<typeof defineForm>[0]);

test('data is shown without the values of secret fields, wherever they stand, and without files', async () => {
  const world = await startApi({ forms: [withFile] });
  const data = {
    id: 'a',
    pin: PIN,
    note: `call me, my pin is 991177`,
    amount: 991177,
    cv: { name: 'cv.pdf', type: 'application/pdf', base64: FILE },
  };
  await sendMessages(world.sqs, world.parkingUrl, [
    { form: 'with-file', data },
    // Invalid: the worker does not take it, and a person sees why.
    { form: 'with-file', data: { ...data, surplus: [{ of: PIN }] } },
    { form: 'with-file', data: { ...data, note: 'x'.repeat(501) } },
  ]);
  const { body } = await world.ask('GET', '/parked');
  assert.equal(body.messages.length, 3);
  const said = JSON.stringify(body);
  assert.doesNotMatch(said, /99-?11-?77/);
  assert.ok(!said.includes(FILE));
  const [first, second, third] = [0, 1, 2].map(
    (nth) =>
      body.messages.toSorted((one: { bytes: number }, other: { bytes: number }) => one.bytes - other.bytes)[
        nth
      ],
  );
  assert.deepEqual(first.data, {
    id: 'a',
    pin: '…',
    note: 'call me, my pin is …',
    amount: '…',
    cv: { name: 'cv.pdf', type: 'application/pdf', base64: '…' },
  });
  assert.equal(first.label, 'a with …');
  assert.deepEqual(second.data.surplus, [{ of: '…' }]);
  assert.equal(second.willAnswer.answer, 'unacceptable');
  assert.equal(third.data.note, '… (501 characters)');
});

test('where the form is not known, nothing of it is shown; nor is what is large', async () => {
  const world = await startApi();
  await sendMessages(world.sqs, world.parkingUrl, [
    { form: 'nobody-knows', data: { pin: PIN } },
    {
      form: 'test-form',
      data: Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`f${nth}`, 'abcdef'])),
    },
    `{"form":"test-form","data":{"pin":"${PIN}"`,
  ]);
  const { body } = await world.ask('GET', '/parked');
  assert.equal(body.messages.length, 3);
  for (const message of body.messages) assert.equal(message.data, undefined);
  assert.doesNotMatch(JSON.stringify(body), /99-?11-?77/);
});
