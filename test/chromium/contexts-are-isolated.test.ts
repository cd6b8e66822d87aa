import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserPid, ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>hello'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const stored = (page: Page) => page.evaluate('document.cookie + "|" + localStorage.getItem("who")');

test('neither the next context of a browser nor one beside it sees cookies or storage', async () => {
  const browser = warmBrowser();
  const [first, beside] = await Promise.all([browser.newContext(), browser.newContext()]);
  await first.page.goto(url);
  await first.page.evaluate(
    'document.cookie = "who=first; max-age=1000"; localStorage.setItem("who", "first")',
  );
  assert.equal(await stored(first.page), 'who=first|first');
  // Times out where contexts share a disk cache, which the second then waits for.
  await beside.page.goto(url, { timeout: 5_000 });
  assert.equal(await stored(beside.page), '|null');

  const pid = await browserPid(first.context);
  await Promise.all([first.close(), beside.close()]);
  const next = await browser.newContext();
  assert.equal(await browserPid(next.context), pid, 'it is the same browser');
  await next.page.goto(url);
  assert.equal(await stored(next.page), '|null');
  await next.close();
});
