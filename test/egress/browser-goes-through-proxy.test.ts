import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { test } from 'node:test';
import { chromium as playwright } from 'playwright-core';
import { egressTo, HOST, listen, TEST_CERTIFICATE, TEST_KEY } from './support.ts';

const ARGUMENTS =
  '--no-sandbox --disable-gpu --in-process-gpu --no-zygote --disable-webgl --font-render-hinting=none --disable-domain-reliability --no-pings --disable-print-preview';

test("with the context's proxy, pages and route.fetch go through it, http: and https: alike", async (t) => {
  const { default: chromium } = await import('@sparticuz/chromium');
  chromium.setGraphicsMode = false;
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ARGUMENTS.split(' '),
  });
  t.after(() => browser.close());

  const requests: string[] = [];
  const page = '<form method="post"><button>send</button></form>';
  const answer: Parameters<typeof createServer>[1] = (request, response) => {
    requests.push(`${request.method} ${request.headers.host}`);
    response.setHeader('content-type', 'text/html').end(request.method === 'POST' ? 'received' : page);
  };
  const httpPort = await listen(t, createServer(answer));
  const httpsPort = await listen(t, createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, answer));

  for (const [scheme, port] of [
    ['http', httpPort],
    ['https', httpsPort],
  ] as const) {
    // The name resolves nowhere but in this proxy's resolver: whoever reaches the target went through it.
    const egress = await egressTo(t, [port]);
    const context = await browser.newContext({ proxy: { server: egress.url }, ignoreHTTPSErrors: true });
    await context.route('**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      egress.watch(HOST, port);
      const response = await route.fetch({ maxRetries: 0, maxRedirects: 0 });
      return route.fulfill({ response });
    });
    const tab = await context.newPage();
    await tab.goto(`${scheme}://${HOST}:${port}/`);
    await tab.getByRole('button').click();
    await tab.getByText('received').waitFor();
    assert.equal(egress.seal(), 'tunnelled');
    assert.deepEqual(requests.splice(0), [`GET ${HOST}:${port}`, `POST ${HOST}:${port}`]);

    // Loopback, which browsers do not proxy by default, is refused by the proxy and not reached past it.
    const closedEgress = await egressTo(t, [], { allow: ['127.0.0.1', 'localhost'] });
    const other = await browser.newContext({ proxy: { server: closedEgress.url }, ignoreHTTPSErrors: true });
    const lost = await other.newPage();
    for (const host of ['127.0.0.1', 'localhost']) {
      const shown = await lost.goto(`${scheme}://${host}:${port}/`).catch((error: Error) => error.message);
      if (typeof shown === 'string') assert.match(shown, /ERR_TUNNEL_CONNECTION_FAILED/);
      else assert.equal(shown?.headers()['x-sekali-egress'], 'refused');
    }
    assert.deepEqual(
      closedEgress.refusals.map(({ host, why }) => `${host} ${why}`),
      ['127.0.0.1 address', 'localhost address'],
    );
    assert.deepEqual(requests, []);
    await context.close();
    await other.close();
  }
});
