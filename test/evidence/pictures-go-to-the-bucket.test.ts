import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { evidenceOf } from '../../functions/evidence.ts';
import type { Telemetry } from '../../lib/submission/ports.ts';
import { warmBrowser } from '../chromium/support.ts';

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

const browser = warmBrowser();
const KEY = `event-registration.${'ab'.repeat(32)}`;
const TOKEN = '0123456789abcdef';

function listening(warnings: unknown[]): Telemetry {
  return { info() {}, count() {}, warn: (message, fields) => warnings.push([message, fields]) };
}

test('the picture of an attempt lies where the record says', async () => {
  const warnings: unknown[] = [];
  const evidence = evidenceOf({ evidenceBucket: 'evidence' }, listening(warnings), () => client);
  const place = evidence.placeOf(KEY, TOKEN);
  assert.equal(place, `s3://evidence/${KEY}-01234567.png`);

  const { page, close } = await browser.newContext();
  await page.setContent('<h1>Thank you</h1>');
  await evidence.keep(page, place);
  await close();
  assert.deepEqual(warnings, []);
  const stored = await client.send(new GetObjectCommand({ Bucket: 'evidence', Key: `${KEY}-01234567.png` }));
  assert.equal(stored.ContentType, 'image/png');
  const png = await stored.Body?.transformToByteArray();
  assert.equal(
    Buffer.from(png ?? [])
      .subarray(1, 4)
      .toString(),
    'PNG',
  );
});

test('a bucket that is gone costs the picture and nothing else', async () => {
  const warnings: unknown[] = [];
  const evidence = evidenceOf({ evidenceBucket: 'no-such' }, listening(warnings), () => client);
  const { page, close } = await browser.newContext();
  await evidence.keep(page, evidence.placeOf(KEY, TOKEN) ?? '');
  await close();
  assert.match(JSON.stringify(warnings), /no picture.*bucket/i);
});

test('where neither bucket nor folder is set, there is no picture', () => {
  assert.equal(evidenceOf({}, listening([])).placeOf(KEY, TOKEN), undefined);
});
