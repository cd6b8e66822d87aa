import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildLayer } from '../../layers/chromium/build.ts';
import { ownTemporaryFolder, warmBrowser } from '../chromium/support.ts';

const temporary = ownTemporaryFolder();
const { opt } = await buildLayer({ say: () => {} });
const browser = warmBrowser({ from: join(opt, 'chromium'), to: temporary });

const SCRIPTS = {
  Latin: 'Aßŷ',
  Greek: 'Ω',
  Cyrillic: 'Ж',
  Chinese: '漢汉骨龘',
  kana: 'かなカナ',
  Korean: '한글뷁',
  punctuation: '、。「」！',
};
const EMOJI = ['😀', '🎉', '✅', '👍🏽', '👩‍👩‍👧', '🇮🇩'];
/** Assigned to nothing, ever. */
const NOTHING = '\u{10FFFF}';

/** What a text looks like: a digest of its picture, and how many of the picture's pixels are coloured. */
async function look(page: Page, text: string): Promise<{ digest: string; coloured: number; blank: boolean }> {
  await page.setContent(
    `<meta charset="utf-8"><body style="margin:0"><p style="font:40px sans-serif;margin:0;width:200px">${text}</p>`,
  );
  const picture = await page.locator('p').screenshot();
  const counted: unknown = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture.toString('base64')}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let [coloured, inked] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = data.subarray(at, at + 3);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured += 1;
      if (Math.min(red, green, blue) < 128) inked += 1;
    }
    return [coloured, inked];
  })()`);
  const [coloured = 0, inked = 0] = counted as number[];
  return { digest: createHash('sha256').update(picture).digest('hex'), coloured, blank: inked < 20 };
}

test('Latin, Chinese, Japanese, Korean and emoji are drawn, none as an empty box', async () => {
  const { page, close } = await browser.newContext();
  const seen = new Map<string, string>();
  const nothing = (await look(page, NOTHING)).digest;
  for (const [script, letters] of Object.entries(SCRIPTS)) {
    for (const letter of letters) {
      const { digest, blank } = await look(page, letter);
      assert.ok(!blank && digest !== nothing, `${script}: ${letter} is not drawn`);
      // Every character that a font lacks looks like every other.
      assert.equal(seen.get(digest), undefined, `${script}: ${letter} looks like ${seen.get(digest)}`);
      seen.set(digest, letter);
    }
  }
  for (const emoji of EMOJI) {
    const { digest, coloured } = await look(page, emoji);
    assert.ok(coloured > 100, `${emoji} has no colour`);
    assert.equal(seen.get(digest), undefined, emoji);
    seen.set(digest, emoji);
  }
  await close();
});
