import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { withEvidence } from '../../lib/submission/evidence-note.ts';
import { keyFor, startApi } from '../support/api.ts';

const MINUTES = 60_000;

async function worldWithPicture() {
  const folder = await mkdtemp(join(tmpdir(), 'sekali-evidence-'));
  after(() => rm(folder, { recursive: true }));
  const world = await startApi({ params: { evidenceFolder: folder } });
  const key = keyFor('a');
  const picture = join(folder, `${key}-12345678.png`);
  await writeFile(picture, 'a picture');
  await writeFile(join(folder, 'other.png'), 'not for this key');
  await world.settled('a', 'submitted', undefined, picture);
  const asked = await world.ask('GET', `/submissions/${key}/evidence`);
  assert.equal(asked.status, 200);
  return { world, key, folder, link: asked.body.url as string, expiresAt: asked.body.expiresAt as string };
}

test('the link shows the picture without a token, for five minutes, then answers 403', async () => {
  const { world, key, link, expiresAt } = await worldWithPicture();
  assert.equal((await world.ask('GET', `/submissions/${key}`)).body.evidence, true);
  const shown = await world.ask('GET', link, { token: null });
  assert.equal(shown.status, 200);
  assert.equal(shown.headers['content-type'], 'image/png');
  assert.equal(shown.bytes.toString(), 'a picture');
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 5 * MINUTES) < 5_000);

  world.clock.offsetMs = 5 * MINUTES - 5_000;
  assert.equal((await world.ask('GET', link, { token: null })).status, 200);
  world.clock.offsetMs = 5 * MINUTES + 1_000;
  const over = await world.ask('GET', link, { token: null });
  assert.equal(over.status, 403);
  assert.equal(over.body.type, 'urn:sekali:linkExpired');
});

test('no other time, name or signature makes a link', async () => {
  const { world, link, key } = await worldWithPicture();
  const [path = '', query = ''] = link.split('?');
  const later = new URLSearchParams(query);
  later.set('expires', String(Number(later.get('expires')) + MINUTES));
  const forged = [
    `${path}?${later}`,
    `${path.replace(key, keyFor('b'))}?${query}`,
    `/evidence/other.png?${query}`,
    `/evidence/..%2Fother.png?${query}`,
    `${path}?expires=9999999999999&signature=`,
    `${path}?expires=9999999999999&signature=${'0'.repeat(64)}`,
    `${path}?expires=NaN&signature=zz`,
  ];
  for (const one of forged) assert.equal((await world.ask('GET', one, { token: null })).status, 403, one);
});

test('where the record names no picture of this key there is no link', async () => {
  const { world, folder } = await worldWithPicture();
  await world.settled('none', 'submitted');
  await world.settled('strange', 'submitted', undefined, join(folder, 'other.png'));
  for (const id of ['none', 'strange', 'nobody']) {
    assert.equal((await world.ask('GET', `/submissions/${keyFor(id)}/evidence`)).status, 404, id);
  }
});

test('a picture that only the reason names is found, and the reason is shown without its place', async () => {
  const { world, folder } = await worldWithPicture();
  const key = keyFor('challenged');
  const claim = await world.armed('challenged');
  await world.ledger.disarm(claim, 'reset', withEvidence('a captcha', `${folder}/${key}-abcdef12.png`));
  const { body } = await world.ask('GET', `/submissions/${key}`);
  assert.equal(body.reason, 'a captcha');
  assert.equal(body.evidence, true);
  assert.doesNotMatch(JSON.stringify(body), new RegExp(folder));
});

test('a page that was kept is shown as text, which no browser runs', async () => {
  const { world, folder } = await worldWithPicture();
  const key = keyFor('page');
  const file = join(folder, `${key}-12345678.txt`);
  await writeFile(file, '<script>alert(1)</script>');
  await world.settled('page', 'submitted', undefined, file);
  const { body } = await world.ask('GET', `/submissions/${key}/evidence`);
  assert.equal(body.type, 'text/plain; charset=utf-8');
  const shown = await world.ask('GET', body.url, { token: null });
  assert.equal(shown.headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(shown.headers['x-content-type-options'], 'nosniff');
  assert.equal(shown.bytes.toString(), '<script>alert(1)</script>');
});

test('a bucket gets a link that it answers itself, for five minutes, for this picture only', async () => {
  const world = await startApi({ params: { evidenceBucket: 'pictures-of-a-stage' } });
  const key = keyFor('a');
  await world.settled('a', 'submitted', undefined, `s3://pictures-of-a-stage/${key}-12345678.png`);
  const { body } = await world.ask('GET', `/submissions/${key}/evidence`);
  const url = new URL(body.url);
  assert.match(url.host, /^pictures-of-a-stage\.s3\..*amazonaws\.com$/);
  const { headers } = await world.ask('GET', '/');
  const shows = /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  assert.equal(shows, `'self' data: ${url.origin}`, 'the console may show it');
  assert.equal(decodeURIComponent(url.pathname), `/${key}-12345678.png`);
  assert.equal(url.searchParams.get('X-Amz-Expires'), '300');
  assert.match(url.searchParams.get('X-Amz-Signature') ?? '', /^[0-9a-f]{64}$/);
  assert.equal(
    (await world.ask('GET', '/evidence/x.png?expires=1&signature=00', { token: null })).status,
    404,
  );
});
