import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pictureOf } from '../../lib/chromium/evidence.ts';
import { finderOf } from '../../lib/form/find-secrets.ts';
import { warmBrowser } from '../chromium/support.ts';

const SECRET = '3174-0123';
const secret = finderOf([SECRET]);
const browser = warmBrowser();
const loan = await browser.newContext();
after(() => loan.close());

async function pictured(body: string, timeoutMs = 10_000) {
  // A new window: the scripts of the one before run on in it otherwise.
  await loan.page.goto('about:blank');
  await loan.page.setContent(`<h1>Thank you</h1>${body}`);
  const startedAt = performance.now();
  const picture = await pictureOf(loan.page, { timeoutMs, secret });
  assert.ok(performance.now() - startedAt < timeoutMs + 1_000);
  return picture;
}

function noPicture(picture: Awaited<ReturnType<typeof pictured>>): string {
  assert.equal(picture.png, undefined);
  assert.doesNotMatch(picture.reason ?? '', /3174/);
  return picture.reason ?? '';
}

test('a page without the secret has its picture', async () => {
  assert.ok((await pictured('<p>31740')).png);
});

test('a page that shows the secret again and again, in new elements', async () => {
  const body = `<div id="a">${SECRET}</div><script>setInterval(() => { a.innerHTML = '<p>${SECRET}</p>' }, 1)</script>`;
  assert.match(noPicture(await pictured(body)), /changed/);
});

test('a page that takes the veil off', async () => {
  const body = `<div id="a">${SECRET}</div><script>
    new MutationObserver(() => { a.removeAttribute('style') }).observe(a, { attributes: true, attributeFilter: ['style'] })
  </script>`;
  assert.match(noPicture(await pictured(body)), /changed/);
});

test('a page whose search throws the secret', async () => {
  const body = `<p>${SECRET}</p><script>
    document.createTreeWalker = () => { throw new Error('${SECRET}') }
  </script>`;
  assert.match(noPicture(await pictured(body)), /secret in its error/);
});

test('a page that does not answer, and one that is too long to search: given up in time', async () => {
  assert.match(noPicture(await pictured(`<p>${'words '.repeat(60_000)}${SECRET}</p>`)), /too long/);
  noPicture(await pictured(`<p>${SECRET}</p><script>setTimeout(() => { for (;;); }, 0)</script>`, 1_000));
});
