import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const RUNS = join(dirname(import.meta.dirname), '.sekali', 'runs');
const KEEP_RUNS_MS = 24 * 3_600_000;

/** `.sekali/runs/<time>-<random>`; runs of more than a day ago go. */
export async function newRunFolder(): Promise<string> {
  await mkdir(RUNS, { recursive: true });
  for (const name of await readdir(RUNS)) {
    const folder = join(RUNS, name);
    const ageMs =
      Date.now() - ((await stat(folder).catch(() => undefined)) ?? { mtimeMs: Date.now() }).mtimeMs;
    if (ageMs > KEEP_RUNS_MS) await rm(folder, { recursive: true, force: true });
  }
  const time = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return mkdtemp(join(RUNS, `${time}-`));
}
