import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import config from '../../esbuild.config.ts';
import { beforeEnd } from '../../local/lifetime.ts';

const root = join(import.meta.dirname, '..', '..');
/** Below the checkout, where what is not bundled (Playwright, Chromium) is found. */
const BUNDLES = join(root, '.sekali', 'bundles');

/** Bundles programs as the deployed functions are. @returns their files, in the order of the entries */
export async function bundlesOf(entries: readonly string[]): Promise<{
  readonly files: readonly string[];
  remove(): Promise<void>;
}> {
  const { bundle, platform, target, format, loader, banner, external, plugins, sourcemap } = config({});
  await mkdir(BUNDLES, { recursive: true });
  const folder = await mkdtemp(join(BUNDLES, 'bench-'));
  const forget = beforeEnd(() => rm(folder, { recursive: true, force: true }));
  const files = entries.map((_, nth) => join(folder, `${nth}.mjs`));
  for (const [nth, entry] of entries.entries()) {
    await build({
      ...{ bundle, platform, target, format, loader, banner, external, plugins, sourcemap },
      entryPoints: [join(root, entry)],
      outfile: files[nth],
      logLevel: 'warning',
    } as Parameters<typeof build>[0]);
  }
  return {
    files,
    async remove() {
      forget();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
