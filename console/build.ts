import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** One page, its one script and its one style sheet. */
export interface ConsoleFiles {
  readonly page: string;
  readonly script: string;
  readonly style: string;
}

const at = (name: string) => join(import.meta.dirname, name);

export async function buildConsole(): Promise<ConsoleFiles> {
  const { outputFiles } = await build({
    entryPoints: [at('main.tsx'), at('style.css')],
    outdir: 'out',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    write: false,
  });
  const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return {
    page: await readFile(at('page.html'), 'utf8'),
    script: text('.js'),
    style: text('.css'),
  };
}

/** For whoever bundles `files.ts`. */
export const inlineConsole: Plugin = {
  name: 'inline-console',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]console[\\/]files\.ts$/ }, async () => ({
      contents: `export const files = ${JSON.stringify(await buildConsole())};`,
    }));
  },
};
