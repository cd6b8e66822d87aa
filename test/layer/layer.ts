import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildLayer, type Layer } from '../../layers/chromium/build.ts';
import { smallPackage } from '../chromium/package-fixture.ts';

/** A layer like the real one, except that its Chromium is a small program, so that it is built at once. */
export async function smallLayer(folder: string): Promise<Layer> {
  const from = await packageToBuildFrom(join(folder, 'package'));
  return buildLayer({ from, to: join(folder, 'layer'), say: () => {} });
}

/**
 * A package to build a layer from.
 * @param padding bytes to add to its Chromium, which are hard to compress
 * @returns its bin folder
 */
export async function packageToBuildFrom(folder: string, padding = Buffer.alloc(0)): Promise<string> {
  const bin = await smallPackage(folder);
  writeFileSync(join(folder, 'LICENSE'), 'a licence');
  const params = { [constants.BROTLI_PARAM_QUALITY]: 0 };
  const program = Buffer.concat([readFileSync('/bin/true'), padding]);
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(program, { params }));
  return bin;
}

/** A copy of a layer's `opt` folder, to be damaged. @returns its `chromium` folder */
export function copyOf({ opt }: Layer, to: string): string {
  mkdirSync(to, { recursive: true });
  cpSync(opt, to, { recursive: true });
  return join(to, 'chromium');
}
