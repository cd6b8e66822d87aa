import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { evidenceOf } from '../../functions/evidence.ts';
import type { Telemetry } from '../../lib/submission/ports.ts';

let emulator: FauxqsServer;
let client: S3Client;
before(async () => {
  emulator = await startFauxqs({ port: 0, logger: false });
  client = new S3Client({
    endpoint: `http://127.0.0.1:${emulator.port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  await client.send(new CreateBucketCommand({ Bucket: 'evidence' }));
});
after(async () => {
  client.destroy();
  await emulator.stop();
});

const KEY = `event-registration.${'ab'.repeat(32)}`;
const TOKEN = '0123456789abcdef';

function listening(warnings: unknown[]): Telemetry {
  return { info() {}, count() {}, warn: (message, fields) => warnings.push([message, fields]) };
}

test('a page lies where the record says, as text that no browser runs', async () => {
  const warnings: unknown[] = [];
  const evidence = evidenceOf({ evidenceBucket: 'evidence' }, listening(warnings), () => client);
  const place = evidence.placeOfText(KEY, TOKEN) ?? '';
  assert.equal(place, `s3://evidence/${KEY}-01234567.txt`);
  await evidence.keepText(() => '<script>alert("ä")</script>', place);
  assert.deepEqual(warnings, []);
  const stored = await client.send(new GetObjectCommand({ Bucket: 'evidence', Key: `${KEY}-01234567.txt` }));
  assert.equal(stored.ContentType, 'text/plain; charset=utf-8');
  assert.equal(await stored.Body?.transformToString('utf8'), '<script>alert("ä")</script>');
});

test('a bucket that is gone, or a page that cannot be read, costs the page and nothing else', async () => {
  const warnings: unknown[] = [];
  const evidence = evidenceOf({ evidenceBucket: 'no-such' }, listening(warnings), () => client);
  const place = evidence.placeOfText(KEY, TOKEN) ?? '';
  await evidence.keepText(() => 'x', place);
  assert.match(JSON.stringify(warnings.shift()), /no page kept.*bucket/i);
  await evidence.keepText(() => {
    throw new Error('what it holds');
  }, place);
  assert.match(JSON.stringify(warnings.shift()), /no page kept.*what it holds/);
});

test('where neither bucket nor folder is set, no page is kept', () => {
  assert.equal(evidenceOf({}, listening([])).placeOfText(KEY, TOKEN), undefined);
});
