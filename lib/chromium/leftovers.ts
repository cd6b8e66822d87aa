import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { leftoverAgeMs } from './limits.ts';
import { processesNaming } from './processes.ts';

/** The folder of one running browser: its HOME, TMPDIR, cache and downloads. */
const browserFolder = 'sekali-browser-';

/** Playwright makes one of these per launch in the temporary folder of Node, and has no option for another place. */
const playwrightProfile = 'playwright_chromiumdev_profile-';

export function makeBrowserFolder(temporary: string): Promise<string> {
  return mkdtemp(join(temporary, browserFolder));
}

/**
 * Removes the folders of browsers that are gone; a browser whose Node was killed leaves them.
 *
 * In use is a folder that a living process names in its command line, as every browser names its own; that holds for
 * all threads and processes that share the temporary folder. A new folder is left alone: its browser may be starting.
 */
export async function sweepLeftovers(temporary: string): Promise<void> {
  const names = await readdir(temporary);
  const folders = names.filter(
    (name) => name.startsWith(browserFolder) || name.startsWith(playwrightProfile),
  );
  const used = await processesNaming(folders);
  for (const name of folders.filter((name) => !used.has(name))) {
    const folder = join(temporary, name);
    const made = await stat(folder).catch(() => undefined);
    if (made === undefined || Date.now() - made.mtimeMs < leftoverAgeMs) continue;
    // Another user's folder stays: the next launch must not fail for it.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
