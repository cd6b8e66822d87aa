import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCALE } from '../../lib/chromium/arguments.ts';
import { browserHeaders } from '../../lib/senders/browser-headers.ts';
import { drive, sharedBrowser, testForm } from '../support/run.ts';
import { html, RECEIPT, startTarget, type Target } from '../support/target.ts';

const PAGES: Record<string, string> = {
  urlencoded: '<form method="post" action="/submit"><input name="name"><button>Send</button></form>',
  multipart:
    '<form method="post" action="/submit" enctype="multipart/form-data"><input name="name"><button>Send</button></form>',
  script: `<input name="name"><button onclick="fetch('/submit', { method: 'POST', body: JSON.stringify({ a: 1 }),
    headers: { 'content-type': 'application/json', 'x-own': 'yes' } }).then((r) => r.text()).then((t) => { document.body.innerHTML = t })">Send</button>`,
};

const startPage = (page: string) =>
  startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, RECEIPT);
    response.setHeader('set-cookie', 'sid=abc');
    html(response, page);
  });

/** The same click in the same browser, let through by Chromium itself. */
async function byBrowser(target: Target): Promise<void> {
  const borrowed = await sharedBrowser.newContext();
  await borrowed.context.route('**/*', (route) => route.continue());
  await borrowed.page.goto(`${target.url}/`);
  await borrowed.page.locator('input').fill('Ana');
  await borrowed.page.locator('button').click();
  await borrowed.page.waitForSelector('#receipt');
  await borrowed.close();
}

for (const [kind, page] of Object.entries(PAGES)) {
  test(`${kind}: the target sees the headers that Chromium itself would have sent`, async () => {
    const target = await startPage(page);
    await byBrowser(target);
    const form = testForm(
      target,
      kind === 'script' ? { submission: { method: 'POST', path: '/submit' } } : {},
    );
    assert.equal((await drive(form, target)).kind, 'submitted');
    const [own, ours] = target.seen.filter(({ method }) => method === 'POST').map(comparable);
    assert.deepEqual(ours, own);
  });
}

test('a plain http host: no fetch metadata, no new encodings, as Chromium does', () => {
  const headers = browserHeaders(
    { url: 'http://target.example/', headers: { origin: 'http://target.example' }, destination: 'document' },
    LOCALE,
  );
  assert.equal(headers['sec-fetch-site'], undefined);
  assert.equal(headers['accept-encoding'], 'gzip, deflate');
});

test('where the request comes from decides sec-fetch-site', () => {
  const site = (origin: string | undefined, url: string) =>
    browserHeaders({ url, headers: origin === undefined ? {} : { origin }, destination: 'document' }, LOCALE)[
      'sec-fetch-site'
    ];
  assert.equal(site('https://a.example', 'https://a.example/x'), 'same-origin');
  assert.equal(site('https://www.example.co.id', 'https://api.example.co.id/'), 'same-site');
  assert.equal(site('https://one.co.id', 'https://two.co.id/'), 'cross-site');
  assert.equal(site('http://a.example', 'https://a.example/'), 'cross-site');
  assert.equal(site('null', 'https://a.example/'), 'cross-site');
  assert.equal(site(undefined, 'https://a.example/'), 'none');
});

/** All but the connection, what differs by chance (the boundary), and zstd, which our client cannot read. */
function comparable({ headers, body }: Target['seen'][number]): Record<string, unknown> {
  const { connection: _, ...rest } = headers;
  const boundary = /boundary=(\S+)/.exec(rest['content-type'] ?? '')?.[1];
  const text = (value: unknown) =>
    String(value)
      .replaceAll(boundary ?? '\0', 'B')
      .replace(', zstd', '');
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, text(value)])),
    body: text(body),
  };
}
