import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '../local/children.ts';
import { svgOf } from './charts.ts';
import { pageOf } from './page.ts';
import type { Results } from './results.ts';
import { scalePageOf } from './scale-page.ts';

const root = join(import.meta.dirname, '..');

/** Has the charts, and the results that the page was made of. */
export const FOLDER = join(root, 'docs', 'benchmarks');
export const RESULTS_FILE = join(FOLDER, 'results.json');
export const PAGE_FILE = join(root, 'docs', 'benchmarks.md');
const SCALE_FILE = join(root, 'docs', 'scale.md');

/** Writes the pages, their charts and the results, as this project formats them. @throws Error when that fails */
export async function writePage(results: Results): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const charts = Object.values(results).flatMap(({ result }) => result.charts);
  for (const chart of charts) await writeFile(join(FOLDER, chart.file), svgOf(chart));
  await writeFile(RESULTS_FILE, JSON.stringify(results));
  const scalePage = scalePageOf(results);
  if (scalePage !== undefined) await writeFile(SCALE_FILE, scalePage);
  await writeFile(PAGE_FILE, pageOf(results));
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const child = await startChild(biome, ['format', '--write', RESULTS_FILE, join(root, 'docs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await child.exited;
  if (child.process.exitCode !== 0) throw new Error('biome could not format the page.');
}
