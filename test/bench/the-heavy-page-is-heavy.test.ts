import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBenchTarget } from '../../bench/target/target.ts';
import { sharedBrowser } from '../support/run.ts';

test('the heavy page loads 7 MB beside its form, and a browser makes use of all of it', async (context) => {
  const target = await startBenchTarget(0);
  context.after(() => target.stop());
  const { page, close } = await sharedBrowser.newContext();
  context.after(close);
  await page.goto(`${target.url}/heavy`, { waitUntil: 'networkidle' });
  const widths = await page.$$eval('img', (images) => images.map((image) => image.naturalWidth));
  assert.deepEqual(widths, Array(10).fill(500));
  const fonts = await page.evaluate(() => [...document.fonts].map(({ status }) => status));
  assert.deepEqual(fonts, ['loaded', 'loaded']);
  const weight = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  assert.ok(weight > 6.9e6 && weight < 7.6e6, `${weight} bytes`);
});
