/** What is packaged, unpacked as Lambda unpacks it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLayer } from '../../layers/chromium/build.ts';
import { readPackage } from '../../local/packaged.ts';
import { copyProject, LAYER_FOLDER, unpack } from './project-copy.ts';
import { type Sandbox, sandboxes } from './sandbox.ts';

export interface Lambda {
  /** By function. */
  readonly sandboxes: Readonly<Record<string, Sandbox>>;
  readonly worker: Sandbox;
  readonly startRuntime: Awaited<ReturnType<typeof sandboxes>>['startRuntime'];
  remove(): Promise<void>;
}

/** Packages, and lays the functions and the layer out. */
export async function unpacked(bwrap: string): Promise<Lambda> {
  await buildLayer();
  const folder = await mkdtemp(join(tmpdir(), 'sekali-lambda-'));
  const opt = join(folder, 'opt');
  const made: Record<string, Sandbox> = {};
  const copy = await copyProject();
  try {
    await copy.package('local');
    const { functions, layers } = await readPackage(copy.packaged, LAYER_FOLDER);
    for (const { file } of layers) await unpack(file, opt);
    for (const { name, file, layers: its } of functions) {
      const task = join(folder, name);
      await unpack(file, task);
      made[name] = { task, ...(its.length > 0 && { opt }) };
    }
  } finally {
    await copy.remove();
  }
  const { startRuntime } = await sandboxes(bwrap, folder);
  const { worker } = made;
  if (worker === undefined) throw new Error(`The package has no worker, but ${Object.keys(made).join(', ')}`);
  return {
    ...{ worker, startRuntime, sandboxes: made },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
