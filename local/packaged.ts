/** What a package holds, and whether Lambda takes it. */
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import Table from 'cli-table3';
import { budget, mebibytes, overBudget } from '../layers/chromium/budget.ts';
import { zipEntries } from './zip.ts';

export interface Archive {
  readonly name: string;
  readonly file: string;
  readonly zipBytes: number;
  readonly unzippedBytes: number;
}

export interface Packaged {
  readonly functions: readonly (Archive & { readonly layers: readonly Archive[] })[];
  readonly layers: readonly Archive[];
}

interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

interface Resource {
  readonly Type: string;
  readonly Properties: {
    readonly Code?: { readonly S3Key: string };
    readonly Content?: { readonly S3Key: string };
    readonly Layers?: readonly { readonly Ref: string }[];
  };
}

/**
 * What the template in a package's folder refers to, in the order of the template.
 * @param layerFolder where the layers' zips are
 * @throws Error when something of it is not there
 */
export async function readPackage(folder: string, layerFolder: string): Promise<Packaged> {
  const text = await readFile(join(folder, 'cloudformation-template-update-stack.json'), 'utf8');
  const { Resources } = JSON.parse(text) as Template;
  const layers = new Map<string, Archive>();
  for (const [id, { Type, Properties }] of Object.entries(Resources)) {
    if (Type !== 'AWS::Lambda::LayerVersion') continue;
    layers.set(id, await archiveOf(join(layerFolder, basename(Properties.Content?.S3Key ?? ''))));
  }
  const functions: (Archive & { layers: Archive[] })[] = [];
  for (const { Type, Properties } of Object.values(Resources)) {
    if (Type !== 'AWS::Lambda::Function' || Properties.Code === undefined) continue;
    const archive = await archiveOf(join(folder, basename(Properties.Code.S3Key)));
    const its = (Properties.Layers ?? []).map(({ Ref }) => {
      const layer = layers.get(Ref);
      if (layer === undefined)
        throw new Error(`${archive.name} has a layer ${Ref}, which the template does not have`);
      return layer;
    });
    functions.push({ ...archive, layers: its });
  }
  return { functions, layers: [...layers.values()] };
}

async function archiveOf(file: string): Promise<Archive> {
  const [{ size: zipBytes }, entries] = await Promise.all([stat(file), zipEntries(file)]);
  const unzippedBytes = entries.reduce((sum, entry) => sum + entry.unzippedBytes, 0);
  return { name: basename(file, '.zip'), file, zipBytes, unzippedBytes };
}

/** What Lambda would refuse, in plain words; empty where it takes all of it. */
export function overLimit({ functions }: Packaged): string[] {
  return functions.flatMap(({ name, unzippedBytes, layers }) =>
    overBudget({ layerBytes: bytesOf(layers), functionBytes: { [name]: unzippedBytes } }),
  );
}

/** A table for people. */
export function tableOf({ functions, layers }: Packaged): string {
  const table = new Table({
    head: ['', 'zip, MiB', 'unzipped, MiB', `with its layers, of ${mebibytes(budget.limitBytes)}`],
    colAligns: ['left', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  for (const { name, zipBytes, unzippedBytes, layers: its } of functions) {
    const together = bytesOf(its) + unzippedBytes;
    table.push([name, mebibytes(zipBytes), mebibytes(unzippedBytes), mebibytes(together)]);
  }
  for (const { name, zipBytes, unzippedBytes } of layers) {
    table.push([`${name} (layer)`, mebibytes(zipBytes), mebibytes(unzippedBytes), '']);
  }
  return table.toString();
}

const bytesOf = (archives: readonly Archive[]) =>
  archives.reduce((sum, { unzippedBytes }) => sum + unzippedBytes, 0);
