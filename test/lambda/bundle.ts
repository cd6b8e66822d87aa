import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import config from '../../esbuild.config.ts';
import { beforeEnd } from '../../local/lifetime.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Below the checkout, where what is not bundled (Playwright, Chromium) is found. */
const BUNDLES = join(ROOT, '.sekali', 'bundles');

export interface Bundle {
  readonly file: string;
  remove(): Promise<void>;
}

/**
 * Bundles a handler as `serverless` does. A file of forms, where one is given, takes the place of `forms/index.ts`, as for
 * somebody who has forms of their own.
 */
export async function bundleOf(entry: string, forms?: string): Promise<Bundle> {
  const { bundle, platform, target, format, loader, banner, external, plugins } = config({
    processedInput: { commands: ['offline'] },
  });
  await mkdir(BUNDLES, { recursive: true });
  const folder = await mkdtemp(join(BUNDLES, 'bundle-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const forget = beforeEnd(remove);
  const file = join(folder, 'handler.mjs');
  await build({
    ...{ bundle, platform, target, format, loader, banner, external },
    entryPoints: [join(ROOT, entry)],
    outfile: file,
    logLevel: 'warning',
    plugins: [
      ...(plugins ?? []),
      {
        name: 'forms',
        setup({ onResolve }) {
          if (forms !== undefined)
            onResolve({ filter: /forms\/index\.ts$/ }, ({ importer }) =>
              importer.endsWith('functions/worker.ts') ? { path: join(ROOT, forms) } : undefined,
            );
        },
      },
    ],
  } as Parameters<typeof build>[0]);
  return {
    file,
    remove() {
      forget();
      return remove();
    },
  };
}
