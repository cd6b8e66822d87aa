import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../../lib/inspect/open-page.ts';
import { sharedBrowser } from '../support/run.ts';
import { html, startTarget } from '../support/target.ts';

const FORM = '<form method="post" action="/sent"><input name="name"><button>Send</button></form>';

const target = await startTarget(({ path }, response) => {
  const elsewhere = `http://localhost:${target.host.split(':')[1]}`;
  switch (path) {
    case '/scripts':
      return html(
        response,
        `${FORM}<script src="${elsewhere}/more.js"></script><script src="http://www.google-analytics.com/a.js"></script>
        <script src="http://10.1.2.3/private.js"></script><img src="http://127.0.0.3/picture.png">`,
      );
    case '/more.js':
      response.writeHead(200, { 'content-type': 'text/javascript' });
      return response.end("document.title = 'made by a script'");
    case '/moved':
      response.writeHead(302, { location: `${elsewhere}/form` });
      return response.end();
    default:
      return html(response, FORM);
  }
});
const [, port] = target.host.split(':');
const open = (path: string) =>
  openPage(target.url + path, {
    browsers: sharedBrowser,
    localTargets: [target.host, `[::1]:${port}`],
    signal: new AbortController().signal,
  });

test('a host whose script it loads is found, and let reach; watchers, pictures and private addresses are not', async () => {
  const { gated, hosts, page, asked } = await open('/scripts');
  try {
    assert.deepEqual(hosts, ['127.0.0.1', 'localhost']);
    assert.equal(await page.title(), 'made by a script');
    assert.ok(asked.some((url) => url.includes('google-analytics')));
  } finally {
    await gated.close();
  }
});

test('so is one that it redirects to', async () => {
  const { gated, hosts, page } = await open('/moved');
  try {
    assert.deepEqual(hosts, ['127.0.0.1', 'localhost']);
    assert.equal(page.url(), `http://localhost:${port}/form`);
  } finally {
    await gated.close();
  }
});
