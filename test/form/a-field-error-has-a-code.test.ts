import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { fieldErrorOf } from '../../lib/form/field-error.ts';

function told(schema: z.ZodType, value?: unknown) {
  const [issue] = z.strictObject({ a: schema }).safeParse({ a: value }).error?.issues ?? [];
  assert.ok(issue);
  const { field, code, limit } = fieldErrorOf(issue, { a: value }, ['data']);
  assert.equal(field, 'data.a');
  return limit === undefined ? code : [code, limit];
}

test('what is wrong with a value has a code, and a limit where there is one', () => {
  assert.equal(told(z.string()), 'required');
  assert.equal(told(z.enum(['a'])), 'required');
  assert.equal(told(z.string(), 1), 'type');
  assert.equal(told(z.int(), 1.5), 'type');
  assert.equal(told(z.email(), 'x'), 'email');
  assert.equal(told(z.url(), 'x'), 'url');
  assert.equal(told(z.iso.date(), 'x'), 'date');
  assert.equal(told(z.iso.time(), 'x'), 'time');
  assert.equal(told(z.iso.datetime(), 'x'), 'datetime');
  assert.equal(told(z.string().regex(/a/), 'x'), 'format');
  assert.equal(told(z.enum(['a']), 'x'), 'choice');
  assert.deepEqual(told(z.string().min(2), 'x'), ['tooShort', 2]);
  assert.deepEqual(told(z.string().max(2), 'xxx'), ['tooLong', 2]);
  assert.deepEqual(told(z.array(z.string()).min(1), []), ['tooFew', 1]);
  assert.deepEqual(told(z.array(z.string()).max(0), ['x']), ['tooMany', 0]);
  assert.deepEqual(told(z.number().min(2), 1), ['tooSmall', 2]);
  assert.deepEqual(told(z.number().max(2), 3), ['tooLarge', 2]);
});

test('a field too many is told at what it is in', () => {
  const [issue] = z.strictObject({}).safeParse({ a: 1 }).error?.issues ?? [];
  assert.ok(issue);
  const { field, code } = fieldErrorOf(issue, { a: 1 }, ['data']);
  assert.deepEqual([field, code], ['data', 'unexpected']);
});

test('what has words of its own, or none that fit, has no code', () => {
  assert.equal(told(z.string().regex(/a/, 'must have an a'), 'x'), undefined);
  assert.equal(told(z.email('like ana@example.org'), 'x'), undefined);
  assert.equal(told(z.string('say who')), undefined);
  assert.equal(
    told(
      z.string().refine(() => false),
      'x',
    ),
    undefined,
  );
  assert.equal(told(z.union([z.string(), z.number()]), true), undefined);
  assert.equal(told(z.number().positive(), 0), undefined, 'more than 0 is not at least 0');
});
