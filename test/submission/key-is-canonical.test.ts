import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ParkError } from '../../lib/submission/errors.ts';
import { dataHashOf, keyOf, pepperFingerprint } from '../../lib/submission/key.ts';

const key = (data: Record<string, unknown>, pepper?: string) =>
  keyOf('f', ['userId', 'eventId'], data, pepper);

function refusal(action: () => unknown): ParkError {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof ParkError);
    assert.equal(error.reason, 'invalidData');
    return error;
  }
  return assert.fail('nothing was thrown');
}

test('a key names the form and is the SHA-256 of the canonical identity', () => {
  // printf '{"eventId":"e","userId":"u"}' | sha256sum
  assert.equal(
    key({ userId: 'u', eventId: 'e' }),
    'f.179ca97441d3519d6f26985354ccf3d7af8d1745bd6a5e21fccec9fe7167fe73',
  );
});

test('the order of fields at every depth does not matter, the order of a list does', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (data) => {
      fc.pre(hasOneSpelling(data));
      assert.equal(dataHashOf(shuffled(data) as Record<string, unknown>), dataHashOf(data));
    }),
  );
  assert.notEqual(dataHashOf({ a: [1, 2] }), dataHashOf({ a: [2, 1] }));
});

test('fields that are not part of the identity do not change the key', () => {
  assert.equal(key({ userId: 'u', eventId: 'e' }), key({ eventId: 'e', userId: 'u', trace: '1', seats: 4 }));
  assert.notEqual(key({ userId: 'u', eventId: 'e' }), key({ userId: 'u', eventId: 'e2' }));
});

test('strings are trimmed and NFC, numbers are numbers', () => {
  assert.equal(key({ userId: ' Zoe\u0308 ', eventId: 'e' }), key({ userId: 'Zo\u00eb', eventId: 'e' }));
  assert.equal(
    key({ userId: JSON.parse('1.0'), eventId: -0 }),
    key({ userId: JSON.parse('1e0'), eventId: 0 }),
  );
  assert.notEqual(key({ userId: 1, eventId: 'e' }), key({ userId: '1', eventId: 'e' }));
});

test('a missing or null identity field is an error that names it', () => {
  for (const data of [{ userId: 'u' }, { userId: 'u', eventId: null }, { userId: 'u', eventId: undefined }]) {
    assert.deepEqual(
      refusal(() => key(data)).errors.map(({ field }) => field),
      ['eventId'],
    );
  }
});

test('values that writers could spell in several ways are errors, with the path to them', () => {
  const bad: readonly unknown[] = [
    '\ud800',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    JSON.parse('9007199254740993'),
    1e21,
    undefined,
    10n,
    () => {},
  ];
  for (const value of bad) {
    const { errors } = refusal(() => dataHashOf({ list: [{ deep: value }] }));
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['list.0.deep'],
    );
  }
  refusal(() => dataHashOf({ '\udc00': 1 }));
  refusal(() => dataHashOf({ 'e\u0301': 1, '\u00e9': 2 }));
  // as a string any number of digits is fine
  assert.ok(dataHashOf({ n: '9007199254740993' }));
});

test('a field named __proto__ is data like any other', () => {
  assert.notEqual(
    dataHashOf(JSON.parse('{"__proto__":{"a":1}}')),
    dataHashOf(JSON.parse('{"__proto__":{"a":2}}')),
  );
});

test('with a pepper the key is an HMAC, and its fingerprint tells peppers apart without telling them', () => {
  const data = { userId: 'u', eventId: 'e' };
  assert.notEqual(key(data, 'salt'), key(data));
  assert.notEqual(key(data, 'salt'), key(data, 'other'));
  assert.equal(pepperFingerprint(), 'none');
  assert.notEqual(pepperFingerprint('salt'), pepperFingerprint('other'));
});

/** Two names, or a name and itself, that become one after normalising are refused by design. */
function hasOneSpelling(value: unknown): boolean {
  try {
    dataHashOf({ value });
    return true;
  } catch {
    return false;
  }
}

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, shuffled(item)]),
  );
}
