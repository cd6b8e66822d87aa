import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { pictureOf } from '../../lib/chromium/evidence.ts';
import { finderOf } from '../../lib/form/find-secrets.ts';
import { warmBrowser } from '../chromium/support.ts';
import { pixelsOf } from '../support/pixels.ts';
import { html, startTarget } from '../support/target.ts';

const SECRET = '3174-0123';
const secret = finderOf([SECRET]);

/** Whoever shows the secret writes it in green, and nothing else on these pages is green. */
const GREEN = 'color: rgb(0, 128, 0); font: 20px sans-serif;';
const shown = (text: string) => `<p style="${GREEN}">${text}</p>`;
const input = `<input value="${SECRET}" style="${GREEN}">`;

const CASES: Readonly<Record<string, string>> = {
  'an input': input,
  'a textarea': `<textarea style="${GREEN}">${SECRET}</textarea>`,
  'an empty field that hints at it': `<style>::placeholder { ${GREEN} opacity: 1 }</style><input placeholder="${SECRET}">`,
  'a chosen option': `<select style="${GREEN}"><option>none<option selected>${SECRET}</select>`,
  'an editable element': `<div contenteditable style="${GREEN}">${SECRET}</div>`,
  'the text of a page, in another writing': shown('Your id is 31.74.01.23.'),
  'several elements': shown('31<b>74</b> <i>01</i>') + shown('23'),
  'a narrow box that the text reaches out of': `<div style="${GREEN} width: 10px; white-space: nowrap">${SECRET}</div>`,
  'an element without a box': `<span style="display: contents; ${GREEN}">${SECRET}</span>`,
  'an element that fades': `<style>* { transition: all 60s }</style>${shown(SECRET)}`,
  'a shadow root': `<x-a></x-a><script>document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = \`${shown(SECRET)}${input}\`</script>`,
  'the text of a shadow root itself': `<x-a style="${GREEN}"></x-a><script>document.querySelector('x-a').attachShadow({ mode: 'open' }).append('${SECRET}')</script>`,
  'a drawing': `<svg height="40"><text y="30" fill="rgb(0,128,0)" font-size="20">${SECRET}</text></svg>`,
  'a frame': `<iframe srcdoc='${input}${shown(SECRET)}'></iframe>`,
  'a frame of another site': '<iframe src="OTHER"></iframe>',
};

const target = await startTarget(({ path }, response) => {
  if (path === '/other') return html(response, input + shown(SECRET));
  const body = CASES[decodeURIComponent(path.slice(1))] ?? '';
  return html(
    response,
    `<h1>Thank you</h1>${body.replace('OTHER', `${target.url.replace('127.0.0.1', 'localhost')}/other`)}`,
  );
});
const browser = warmBrowser();
const viewer = await browser.newContext();
const loan = await browser.newContext();
after(async () => {
  await viewer.close();
  await loan.close();
});

async function open(name: string): Promise<Page> {
  await loan.page.goto(`${target.url}/${encodeURIComponent(name)}`);
  return loan.page;
}

for (const name of Object.keys(CASES)) {
  test(`a secret in ${name}: masked where it stood, and everything else is there`, async () => {
    const page = await open(name);
    const bare = await pictureOf(page, { timeoutMs: 5_000 });
    assert.ok(bare.png !== undefined);
    assert.ok((await pixelsOf(viewer.page, bare.png)).green > 20, 'without the mask it can be read');

    const picture = await pictureOf(page, { timeoutMs: 5_000, secret });
    assert.ok(picture.png !== undefined, JSON.stringify(picture));
    const { green, masked, dark } = await pixelsOf(viewer.page, picture.png);
    assert.equal(green, 0);
    // What has no box of its own leaves none.
    if (!/without a box|itself/.test(name)) assert.ok(masked > 100, `${masked} pixels`);
    assert.ok(dark > 100, 'the heading is still there');
  });
}
