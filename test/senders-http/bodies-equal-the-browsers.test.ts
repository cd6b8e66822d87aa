import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { HttpValue } from '../../lib/form/define.ts';
import { bytesOf, type FileData } from '../../lib/form/file.ts';
import { httpForm } from '../support/http-run.ts';
import { drive, sharedBrowser } from '../support/run.ts';
import { html, RECEIPT, type Seen, startTarget, type Target } from '../support/target.ts';

interface Case {
  readonly charset?: string;
  readonly attributes?: string;
  readonly controls: string;
  readonly values: Record<string, HttpValue>;
}

const MULTIPART = 'enctype="multipart/form-data"';
const file = (name: string, bytes: Buffer, type = 'application/pdf'): FileData => ({
  name,
  type,
  base64: bytes.toString('base64'),
});
const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
/** Of several scripts, with what each of the encodings below lacks. */
const LETTERS = 'Añ “q” €uro ¥ ‾ − ｶﾅ 日本語 表十ソ 纊髙∵ ¢£¬ Привет ½ Ÿ \u007f 😀 ≈"<&\n~';

const CASES: Record<string, Case> = {
  'one file, of all bytes there are': {
    attributes: MULTIPART,
    controls: '<input name="name"><input type="file" name="cv" accept=".PDF, image/*" required>',
    values: { name: 'Ana', cv: file('cv.pdf', ALL_BYTES) },
  },
  'several files, one of them empty, in one field and in others': {
    attributes: MULTIPART,
    controls:
      '<input type="file" name="cv" multiple><input type="file" name="photo" accept="*/*"><input type="file" name="none">',
    values: {
      cv: [file('a.txt', Buffer.from('1\r\n2\n'), 'text/plain'), file('b.bin', Buffer.alloc(0))],
      photo: file('p.png', Buffer.from('x'), 'image/png'),
    },
  },
  'file names that are hard to quote': {
    attributes: MULTIPART,
    controls: '<input type="file" name="cv &quot;1&quot;" multiple>',
    values: { 'cv "1"': [file('Zoë "neu"; x=%22.pdf', ALL_BYTES), file("it's 日本.pdf", ALL_BYTES)] },
  },
  'a file field without a file on a form that is not multipart': {
    controls: '<input type="file" name="cv"><input name="name">',
    values: { name: 'Ana' },
  },
  'the name of the encoding where a field asks for it': {
    charset: 'windows-1252',
    controls: '<input type="hidden" name="_charset_" value="x"><input name="name">',
    values: { name: 'Ana' },
  },
  'the first encoding that the form accepts': {
    charset: 'shift_jis',
    attributes: 'accept-charset="martian iso-8859-2 utf-8"',
    controls: '<input type="hidden" name="_Charset_"><input name="name">',
    values: { name: LETTERS.replace('\n', '') },
  },
  'that of the page where the form accepts none that there is': {
    charset: 'windows-1251',
    attributes: `${MULTIPART} accept-charset="martian"`,
    controls: '<input type="hidden" name="_charset_"><textarea name="name"></textarea>',
    values: { name: LETTERS },
  },
  'a file name in the encoding of the page': {
    charset: 'shift_jis',
    attributes: MULTIPART,
    controls: '<input type="file" name="表">',
    values: { 表: file('表 ½ é.pdf', ALL_BYTES) },
  },
};
for (const charset of ['utf-8', 'utf-16le', 'windows-1252', 'windows-1251', 'shift_jis', 'euc-jp', 'gbk']) {
  for (const attributes of ['', MULTIPART]) {
    const controls = '<textarea name="name"></textarea><input type="hidden" name="_charset_">';
    CASES[`letters in ${charset} ${attributes}`] = {
      charset,
      attributes,
      controls,
      values: { name: LETTERS },
    };
  }
}

async function startPage({ charset = 'utf-8', attributes = '', controls }: Case): Promise<Target> {
  const page = `<form method="post" action="/submit" ${attributes}>${controls}<button>Send</button></form>`;
  const encoded = { 'utf-16le': () => Buffer.from(page, 'utf16le'), shift_jis: () => inShiftJis(page) };
  return startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, RECEIPT);
    response.writeHead(200, { 'content-type': `text/html; charset=${charset}` });
    response.end(charset in encoded ? encoded[charset as keyof typeof encoded]() : page);
  });
}

/** The one letter beyond ASCII on these pages. */
function inShiftJis(page: string): Buffer {
  return Buffer.from(page.replaceAll('表', '\u0095\u005c'), 'latin1');
}

async function fillIn(page: Page, values: Case['values']): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = page.locator(`[name='${name}']`);
    if (typeof value === 'string') await control.fill(value);
    else {
      const files = [value].flat().filter((one) => typeof one === 'object') as FileData[];
      const payloads = files.map((one) => ({ name: one.name, mimeType: one.type, buffer: bytesOf(one) }));
      await control.setInputFiles(payloads);
    }
  }
}

async function byBrowser(target: Target, values: Case['values']): Promise<void> {
  const { page, close } = await sharedBrowser.newContext();
  await page.goto(`${target.url}/`);
  await fillIn(page, values);
  await page.locator('button').click();
  await page.waitForSelector('#receipt');
  await close();
}

function comparable({ bytes, headers }: Seen): { type: string; body: string } {
  const type = headers['content-type'] ?? '';
  const [, boundary = ' none '] = /boundary=(.+)$/.exec(type) ?? [];
  const without = (text: string) => text.replaceAll(boundary, 'BOUNDARY');
  return { type: without(type), body: without(bytes.toString('latin1')) };
}

for (const [what, one] of Object.entries(CASES)) {
  test(`Chromium sends the same body: ${what}`, async () => {
    const target = await startPage(one);
    await byBrowser(target, one.values);
    const form = httpForm(target, { http: { form: 'form', values: () => one.values } });
    assert.equal((await drive(form, target)).kind, 'submitted');
    const [theirs, ours] = target.seen.filter(({ method }) => method === 'POST').map(comparable);
    assert.ok(theirs !== undefined && theirs.body.length > 0);
    assert.deepEqual(ours, theirs);
  });
}
