import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiText } from '../../local/openapi-text.ts';
import { startApi } from '../support/api.ts';

const file = join(import.meta.dirname, '../../docs/openapi.json');

test('docs/openapi.json is the one that the routes make (else: local/write-docs.ts)', async () => {
  // The formatter lays it out in its own way.
  const [written, made] = [JSON.parse(await readFile(file, 'utf8')), JSON.parse(openApiText())];
  assert.ok(isDeepStrictEqual(written, made));
});

test('it is a valid OpenAPI document, and its references lead somewhere', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(openApiText()));
  assert.ok(valid, JSON.stringify(errors));
  assert.doesNotThrow(() => validator.resolveRefs());
});

test('a running stage serves it', async () => {
  const world = await startApi();
  assert.deepEqual((await world.ask('GET', '/openapi.json')).body, JSON.parse(openApiText()));
});
