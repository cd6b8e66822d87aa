/** What a heavy page loads: pictures, a large style sheet, web fonts. Made once, and the same for every visitor. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';

export const PICTURES = 10;
/** 600 kB of noise, which no compression makes smaller. */
const PICTURE = { width: 500, height: 400 };
/** 210 kB. */
const STYLE_RULES = 2_200;

const FONTS = {
  'letters.woff2': '@librescore/fonts/SourceHanSansKR.min.woff2',
  'signs.woff2': 'twemoji-colr-font/twemoji.woff2',
} as const;

export interface Asset {
  readonly type: string;
  readonly content: Buffer;
}

/** By path. */
export async function makeAssets(): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (let nth = 0; nth < PICTURES; nth++) {
    assets.set(`/assets/picture-${nth}.png`, { type: 'image/png', content: noise(PICTURE) });
  }
  assets.set('/assets/style.css', { type: 'text/css', content: Buffer.from(styleSheet()) });
  const { resolve } = createRequire(import.meta.url);
  for (const [name, file] of Object.entries(FONTS)) {
    assets.set(`/assets/${name}`, { type: 'font/woff2', content: await readFile(resolve(file)) });
  }
  return assets;
}

function styleSheet(): string {
  const fonts = Object.keys(FONTS).map(
    (file, nth) => `@font-face { font-family: "font-${nth}"; src: url(/assets/${file}) format("woff2"); }`,
  );
  const rules = Array.from(
    { length: STYLE_RULES },
    (_, nth) =>
      `.part-${nth} > .item:nth-child(${nth % 9}) { margin: ${nth % 40}px; color: #${(nth % 4096).toString(16).padStart(3, '0')}; }`,
  );
  return [
    ...fonts,
    'h1 { font-family: "font-0", "font-1", sans-serif; }',
    'img { width: 160px; }',
    ...rules,
  ].join('\n');
}

function noise({ width, height }: typeof PICTURE): Buffer {
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), randomBytes(width * 3)]));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, red, green and blue.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
