import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { keyFor } from '../support/api.ts';
import { newFolder, startConsole } from './support.ts';

const PAGE =
  '<!doctype html><html><head><title>ran</title></head><body><script>opener?.close()</script>R-1</body></html>';

/** The API forbids browsers to guess what it is; a bucket sends no such header. */
for (const from of ['the API', 'a bucket']) {
  test(`a page that was kept as text, from ${from}, is shown as text in a tab that knows nothing of the console`, async () => {
    const evidenceFolder = await newFolder();
    const world = await startConsole({ params: { evidenceFolder } });
    const file = join(evidenceFolder, `${keyFor('a')}-12345678.txt`);
    await writeFile(file, PAGE);
    await world.api.settled('a', 'submitted', undefined, file);
    const headers: Record<string, string> = {};
    await world.context.route('**/evidence/**', async (route) => {
      const response = await route.fetch();
      Object.assign(headers, response.headers());
      if (from === 'the API') return route.fulfill({ response });
      const body = await response.body();
      return route.fulfill({ body, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    });
    const page = await world.open({ at: `#/submissions/${keyFor('a')}` });
    const opening = world.context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open the page that the target showed, as text' }).click();
    const tab = await opening;
    await tab.getByText('<script>opener?.close()</script>R-1').waitFor();
    assert.equal(await tab.evaluate('document.contentType'), 'text/plain');
    assert.equal(await tab.evaluate('document.scripts.length'), 0);
    assert.notEqual(await tab.title(), 'ran');
    assert.equal(await tab.evaluate('opener'), null);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.deepEqual(world.faults, []);
  });
}
