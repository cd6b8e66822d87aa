import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEnd } from '../../local/lifetime.ts';
import { packageService } from '../../local/packaging.ts';
import { zipEntries } from '../../local/zip.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** What `serverless package` reads. */
const PARTS = ['cli', 'console', 'forms', 'functions', 'infra', 'layers', 'lib', 'local'];
const FILES = ['serverless.yml', 'esbuild.config.ts', 'package.json', 'tsconfig.json'];

/** Where the build leaves the layer. */
export const LAYER_FOLDER = join(ROOT, '.sekali', 'layer');

export interface ProjectCopy {
  readonly root: string;
  /** Packages it. @throws Error with all that serverless said */
  package(stage: string): Promise<void>;
  /** Where `package` has put the zips. */
  readonly packaged: string;
  remove(): Promise<void>;
}

/**
 * A copy to package: osls works in the project's own folder, where somebody may have a package to deploy. Packages and
 * layer are shared with this checkout.
 */
export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'sekali-package-'));
  const remove = () => rm(root, { recursive: true, force: true });
  const forget = beforeEnd(remove);
  await Promise.all([
    ...[...PARTS, ...FILES].map((name) => cp(join(ROOT, name), join(root, name), { recursive: true })),
    symlink(join(ROOT, 'node_modules'), join(root, 'node_modules')),
    mkdir(join(root, '.sekali')).then(() => symlink(LAYER_FOLDER, join(root, '.sekali', 'layer'))),
  ]);
  return {
    root,
    packaged: join(root, '.serverless'),
    async package(stage) {
      const lines: string[] = [];
      await packageService({
        root,
        args: ['--stage', stage],
        onLine: (line) => lines.push(line),
      }).catch((error: Error) => {
        throw new Error([...lines, error.message].join('\n'));
      });
    },
    remove() {
      forget();
      return remove();
    },
  };
}

/** Unpacks an archive as Lambda does. */
export async function unpack(zip: string, folder: string): Promise<void> {
  for (const { name, mode, content } of await zipEntries(zip)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content());
    await chmod(file, mode);
  }
}
