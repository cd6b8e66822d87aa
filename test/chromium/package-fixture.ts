import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findPackage } from '../../lib/chromium/package.ts';

/**
 * A package like the real one, except that its Chromium is a small program (`true`), so that it inflates at once.
 * @returns its bin folder
 */
export async function smallPackage(folder: string, version = '0.0.1'): Promise<string> {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@sparticuz/chromium', version }));
  const real = (await findPackage()).binFolder;
  for (const name of ['swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br']) {
    copyFileSync(join(real, name), join(bin, name));
  }
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(readFileSync('/bin/true')));
  return bin;
}
