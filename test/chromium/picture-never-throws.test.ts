import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureOf } from '../../lib/chromium/evidence.ts';
import { browserPid, ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();
const browser = warmBrowser();

test('it shows the whole page, with its text', async () => {
  const loan = await browser.newContext({ viewport: { width: 400, height: 300 } });
  await loan.page.setContent('<div style="height: 1000px; margin: 0"><h1>Thank you</h1></div>');
  const picture = await pictureOf(loan.page, { timeoutMs: 5_000 });
  assert.ok(picture.png);
  const png = Buffer.from(picture.png);
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.equal(png.readUInt32BE(16), 400);
  assert.ok(png.readUInt32BE(20) >= 1_000);

  // Without a font that is found Chromium draws no letters at all and says nothing.
  const session = await loan.context.newCDPSession(loan.page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  assert.deepEqual(
    fonts.map((font) => font.familyName),
    ['Open Sans'],
  );
  await loan.close();
});

test('of a page that fits it shows the window, of one that is too wide all of it', async () => {
  const loan = await browser.newContext({ viewport: { width: 400, height: 300 } });
  for (const [width, shown] of [
    [100, 400],
    [900, 900],
  ]) {
    await loan.page.setContent(`<body style="margin: 0"><div style="width: ${width}px">Thank you</div>`);
    const picture = await pictureOf(loan.page, { timeoutMs: 5_000 });
    assert.ok(picture.png);
    const png = Buffer.from(picture.png);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [shown, 300]);
  }
  await loan.close();
});

test('it gives a reason when the page is closed', async () => {
  const loan = await browser.newContext();
  await loan.close();
  const closed = await pictureOf(loan.page, { timeoutMs: 5_000 });
  assert.ok(closed.png === undefined && /closed/.test(closed.reason));
});

test('it gives up in time when the browser hangs', async () => {
  const own = warmBrowser({ limits: { closeTimeoutMs: 300 } });
  const loan = await own.newContext();
  process.kill(await browserPid(loan.context), 'SIGSTOP');
  const startedAt = performance.now();
  const late = await pictureOf(loan.page, { timeoutMs: 500 });
  assert.ok(performance.now() - startedAt < 1_000);
  assert.ok(late.png === undefined && /500 ?ms/.test(late.reason));
  await loan.close();
});
