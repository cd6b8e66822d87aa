import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type LayerManifest, layerManifestFile, mountedLayer, readLayer } from './layer.ts';

const name = '@sparticuz/chromium';

/** Where the compressed Chromium lies, and which version it is: the npm package, or a layer made of it. */
export interface ChromiumPackage {
  /** The `bin` folder of the package, or the `chromium` folder of a layer. */
  readonly binFolder: string;
  readonly version: string;
  /** Tells it from any other, also from one of the same version that was packed otherwise; fit for a file's name. */
  readonly build: string;
  /** Of a layer only. */
  readonly layer?: LayerManifest;
}

/**
 * Finds the compressed Chromium: the layer where one is mounted, else the installed package; none of its code is run.
 * @param folder that of a layer, or the `bin` folder of the package, where that is not to be looked up
 * @param mounted where a layer would be mounted
 * @throws Error that says where it was looked for, or what is wrong with the layer
 */
export async function findPackage(folder?: string, mounted: string = mountedLayer): Promise<ChromiumPackage> {
  return (await findLayer(folder ?? mounted)) ?? (await readPackage(folder ?? lookUp(mounted)));
}

async function findLayer(folder: string): Promise<ChromiumPackage | undefined> {
  const found = await readLayer(folder);
  if (found === undefined) return undefined;
  const { manifest, digest } = found;
  const version = manifest.chromium;
  return { binFolder: folder, version, build: `${version}-${digest}`, layer: manifest };
}

async function readPackage(binFolder: string): Promise<ChromiumPackage> {
  const file = join(binFolder, '..', 'package.json');
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new Error(
      `No Chromium package at ${binFolder}: neither ${join(binFolder, layerManifestFile)} nor ${file} can be read. ` +
        `Give the folder of a layer, or the bin folder of ${name}.`,
      { cause },
    );
  });
  const about = JSON.parse(text) as { name?: unknown; version?: unknown };
  if (about.name !== name || typeof about.version !== 'string') {
    throw new Error(`${file} is not that of ${name}. Give the bin folder of that package.`);
  }
  return { binFolder, version: about.version, build: about.version };
}

function lookUp(mounted: string): string {
  // `require.resolve` also looks in NODE_PATH, where Lambda has its layers; `import.meta.resolve` does not.
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), '..', 'bin');
  } catch (cause) {
    const places = require.resolve.paths(name) ?? [];
    throw new Error(
      `No Chromium: there is no layer at ${mounted}, and ${name} is not installed, or was bundled (it must stay external). ` +
        `Looked in: ${places.join(', ')}`,
      { cause },
    );
  }
}
