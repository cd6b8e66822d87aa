import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsOf } from '../../lib/form/secrets.ts';
import { plainError, withoutQuery } from '../../lib/senders/plain-error.ts';

const SECRET = 'K7-4411-2290-XY';
const secrets = secretsOf({ secret: ['id'] }, { id: SECRET });

test('an error or an address that is too long for a record is cut after its secrets are out', () => {
  // A few characters of it would still fit.
  const text = `${'x'.repeat(995)}${SECRET}`;
  for (const told of [plainError(new Error(text)), withoutQuery(`https://a.example/${text}`)]) {
    assert.match(told, new RegExp(SECRET));
    assert.doesNotMatch(secrets.brief(told), /K7/);
    assert.ok(secrets.brief(told).length <= 1_000);
  }
});
