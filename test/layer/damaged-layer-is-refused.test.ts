import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { extractChromium } from '../../lib/chromium/extract.ts';
import type { LayerManifest } from '../../lib/chromium/layer.ts';
import { ownTemporaryFolder } from '../chromium/support.ts';
import { copyOf, smallLayer } from './layer.ts';

const temporary = ownTemporaryFolder();
const small = await smallLayer(temporary);
const to = join(temporary, 'to');
mkdirSync(to);

/** Changes one byte of a file. */
function spoil(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function changeManifest(folder: string, change: (frame: { inflatedBytes: never }) => void) {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as LayerManifest;
  change(manifest.archives.chromium.frames[0] as never);
  writeFileSync(file, JSON.stringify(manifest));
}

const harms: Record<string, { harm: (folder: string) => void; says: RegExp }> = {
  'a byte of the binary is wrong': {
    harm: (folder) => spoil(join(folder, 'chromium.zst'), 1000),
    says: /archive chromium\.zst .* is damaged: what begins at byte 0 cannot be inflated: .*[Cc]hecksum.* Build the layer anew/s,
  },
  'a byte of the libraries is wrong': {
    harm: (folder) => spoil(join(folder, 'al2023.tar.zst'), 500_000),
    says: /archive al2023\.tar\.zst .* is damaged: what begins at byte 0 cannot be inflated/,
  },
  'an archive is cut short': {
    harm: (folder) => truncateSync(join(folder, 'swiftshader.tar.zst'), 1000),
    says: /swiftshader\.tar\.zst .* is damaged: it has 1000 bytes, and should have \d+/,
  },
  'an archive has more bytes': {
    harm: (folder) => appendFileSync(join(folder, 'chromium.zst'), 'x'),
    says: /chromium\.zst .* is damaged: it has \d+ bytes, and should have \d+/,
  },
  'an archive is missing': {
    harm: (folder) => rmSync(join(folder, 'fonts.tar.zst')),
    says: /no such file or directory.*fonts\.tar\.zst/,
  },
  'the manifest is not JSON': {
    harm: (folder) => truncateSync(join(folder, 'manifest.json'), 100),
    says: /The manifest of the Chromium layer, .*manifest\.json, is no good: .* Build the layer anew/,
  },
  'the manifest lacks an archive': {
    harm: (folder) => writeFileSync(join(folder, 'manifest.json'), '{"chromium":"1","archives":{}}'),
    says: /is no good: .*swiftshader\.tar/s,
  },
  'a frame inflates to more than the manifest says': {
    harm: (folder) => changeManifest(folder, (frame) => Object.assign(frame, { inflatedBytes: 1000 })),
    says: /chromium\.zst .* is damaged: what begins at byte 0 cannot be inflated/,
  },
  'a frame inflates to less than the manifest says': {
    harm: (folder) => changeManifest(folder, (frame) => Object.assign(frame, { inflatedBytes: 1_000_000 })),
    says: /chromium\.zst .* is damaged: what begins at byte 0 inflates to \d+ bytes, not 1000000/,
  },
};

for (const [what, { harm, says }] of Object.entries(harms)) {
  test(`${what}: refused in plain words, and nothing is left`, async () => {
    const from = copyOf(small, join(temporary, 'copies', what));
    harm(from);
    await assert.rejects(extractChromium({ from, to }), (error: Error) => {
      assert.match(error.message, says);
      return true;
    });
    assert.deepEqual(readdirSync(to), []);
  });
}
