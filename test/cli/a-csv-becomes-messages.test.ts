import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { linesOf } from '../../cli/send/lines.ts';
import { defineForm } from '../../lib/form/index.ts';

const FORM = defineForm({
  name: 'order',
  allow: ['example.org'],
  fields: z.strictObject({
    id: z.string(),
    seats: z.int().default(1),
    price: z.number().optional(),
    agreed: z.boolean().optional(),
    zip: z.union([z.string(), z.number()]).optional(),
    level: z.nullable(z.int()).optional(),
    tags: z.array(z.string()).optional(),
    address: z.strictObject({ city: z.string(), floor: z.int().optional() }).optional(),
    'a.b': z.string().optional(),
  }),
  identity: ['id'],
  url: () => 'https://example.org/',
  label: ({ id }) => id,
  fill: async () => {},
  submit: (page) => page.locator('button'),
  receipt: () => undefined,
});

const read = (text: string | Uint8Array) => linesOf(Buffer.from(text), FORM);
const data = (text: string) => {
  const { lines, errors } = read(text);
  assert.deepEqual(errors, []);
  return lines.map(({ text }) => JSON.parse(text).data);
};

test('columns are fields, of the type that the schema says', () => {
  assert.deepEqual(data('id,seats,price,agreed,zip,level,tags\n007,2,1.5,TRUE,01234,3,"[""a"",""b""]"\n'), [
    { id: '007', seats: 2, price: 1.5, agreed: true, zip: '01234', level: 3, tags: ['a', 'b'] },
  ]);
});

test('an empty cell is left out; what fits no type is left to the schema', () => {
  assert.deepEqual(data('id,seats,price,agreed,tags\na,,"",,\nb,two,1;5,yes,[a'), [
    { id: 'a' },
    { id: 'b', seats: 'two', price: '1;5', agreed: 'yes', tags: '[a' },
  ]);
});

test('a dot leads into an object, unless the field itself has one', () => {
  assert.deepEqual(data('id,address.city,address.floor,a.b\na,Bandung,2,x'), [
    { id: 'a', address: { city: 'Bandung', floor: 2 }, 'a.b': 'x' },
  ]);
});

test('as spreadsheets write it: a byte order mark, semicolons, CRLF, quotes over several lines', () => {
  const text = '\ufeffid;address.city\r\na;"Kota ""Kembang"",\r\nBandung"\r\n\r\nb;Jakarta\r\n';
  assert.deepEqual(data(text), [
    { id: 'a', address: { city: 'Kota "Kembang",\r\nBandung' } },
    { id: 'b', address: { city: 'Jakarta' } },
  ]);
  assert.deepEqual(
    read('id,seats\n"a\nb",1\nc,2\n').lines.map(({ line }) => line),
    [2, 4],
  );
});

test('a column that is no field, or there twice, is told before any row', () => {
  const { errors } = read('id,seat,address.town,id\na,1,x,b');
  assert.deepEqual(
    errors.map(({ line, field, message }) => [line, field, message.slice(0, 24)]),
    [
      [1, 'seat', 'is no field of order; th'],
      [1, 'address.town', 'is no field of order; th'],
      [1, 'id', 'is there twice'],
    ],
  );
});

test('what is no CSV is told by line, without what stands there', () => {
  const [short, quote] = [read('id,seats\na,1\nb\n').errors, read('id,seats\na,1\n"secret"x,2\n').errors];
  assert.deepEqual(short, [
    { line: 3, field: '', message: 'has another number of columns than the first line' },
  ]);
  assert.equal(quote[0]?.line, 3);
  assert.doesNotMatch(JSON.stringify(quote), /secret/);
  assert.match(read(Buffer.from('id\nK\xf6ln', 'latin1')).errors[0]?.message ?? '', /not UTF-8/);
  assert.match(linesOf(Buffer.from('id\na'), undefined).errors[0]?.message ?? '', /--form NAME/);
  assert.match(read('').errors[0]?.message ?? '', /empty/);
  assert.match(read('[{"id":"a"}]').errors[0]?.message ?? '', /list/);
});
