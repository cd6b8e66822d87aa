import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { after, before, type TestContext, test } from 'node:test';
import { WarmBrowser } from '../../lib/chromium/browser.ts';
import { trustingBrowser } from '../support/trusting-browser.ts';
import { egressTo, HOST, listen, TEST_CERTIFICATE, TEST_KEY } from './support.ts';

const FORM = '<form method="post"><button>send</button></form>';

// Not launched by hand: one launch in a hundred or so fails, and this one is then tried again.
const browser = new WarmBrowser({ onFallback: (reason) => assert.fail(reason) });
before(() => browser.start());
after(() => browser.close());

const SCHEMES = {
  http: (answer: RequestListener) => createServer(answer),
  https: (answer: RequestListener) => createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, answer),
};

/** A context whose every connection should go through a proxy that reaches one target, and nothing else. */
async function pageThroughEgress(t: TestContext, port: number, trusts = false) {
  // The name resolves nowhere but in this proxy's resolver: whoever reaches the target went through it.
  const egress = await egressTo(t, [port]);
  const from = trusts ? trustingBrowser : browser;
  const borrowed = await from.newContext({ proxy: { server: egress.url }, ignoreHTTPSErrors: !trusts });
  t.after(() => borrowed.close());
  return { egress, ...borrowed };
}

for (const [scheme, serve] of Object.entries(SCHEMES)) {
  test(`pages and route.fetch reach an ${scheme}: target through the proxy of their context`, async (t) => {
    const requests: string[] = [];
    const target = serve((request, response) => {
      requests.push(`${request.method} ${request.headers.host}`);
      response.setHeader('content-type', 'text/html').end(request.method === 'POST' ? 'received' : FORM);
    });
    const port = await listen(t, target);
    const { egress, context, page } = await pageThroughEgress(t, port);
    await context.route('**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      egress.watch(HOST, port);
      return route.fulfill({ response: await route.fetch({ maxRetries: 0, maxRedirects: 0 }) });
    });
    await page.goto(`${scheme}://${HOST}:${port}/`);
    await page.getByRole('button').click();
    await page.getByText('received').waitFor();
    assert.equal(egress.seal(), 'tunnelled');
    assert.deepEqual(requests, [`GET ${HOST}:${port}`, `POST ${HOST}:${port}`]);
  });

  test(`loopback by ${scheme}:, which browsers do not proxy by default, is not reached past the proxy`, async (t) => {
    let requests = 0;
    const port = await listen(
      t,
      serve((_, response) => {
        requests += 1;
        response.end();
      }),
    );
    const egress = await egressTo(t, [], { allow: ['127.0.0.1', 'localhost'] });
    const { page, close } = await browser.newContext({
      proxy: { server: egress.url },
      ignoreHTTPSErrors: true,
    });
    t.after(close);
    for (const host of ['127.0.0.1', 'localhost']) {
      const shown = await page.goto(`${scheme}://${host}:${port}/`).catch((error: Error) => error.message);
      if (typeof shown === 'string') assert.match(shown, /ERR_TUNNEL_CONNECTION_FAILED/);
      else assert.equal(shown?.headers()['x-sekali-egress'], 'refused');
    }
    assert.deepEqual(egress.refusals, [
      { host: '127.0.0.1', port, why: 'address' },
      { host: 'localhost', port, why: 'address' },
    ]);
    assert.equal(requests, 0);
  });

  test(`a POST by ${scheme}: that the target drops is not sent again where there is one way out`, async (t) => {
    let posts = 0;
    const target = serve((request, response) => {
      if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(FORM);
      posts += 1;
      return request.socket.destroy();
    });
    const port = await listen(t, target);
    const { egress, context, page } = await pageThroughEgress(t, port, true);
    await context.route('**', (route) => {
      if (route.request().method() === 'POST') egress.admitOne(HOST, port);
      return route.continue();
    });
    await page.goto(`${scheme}://${HOST}:${port}/`);
    const isPost = { predicate: (request: { method(): string }) => request.method() === 'POST' };
    const ended = Promise.race([
      page.waitForEvent('requestfailed', isPost),
      page.waitForEvent('requestfinished', isPost),
    ]);
    await page.getByRole('button').click({ noWaitAfter: true });
    await ended;
    assert.equal(posts, 1);
  });
}
