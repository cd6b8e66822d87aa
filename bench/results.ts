/** What was measured last of each section, in `docs/benchmarks/results.json`: `--only` renews one, and the page keeps the others. */
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { Result } from './section.ts';

export interface Measured {
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly measuredAt: string;
  readonly command: string;
  readonly machine: Machine;
  readonly result: Result;
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
}

/** By the sections' names. */
export type Results = Readonly<Record<string, Measured>>;

/** Empty where there is no such file yet. @throws Error when it cannot be read otherwise */
export async function readResults(file: string): Promise<Results> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw thrown;
  }
}

/** All sections' ratios together. */
export function ratiosOf(results: Results): Record<string, number> {
  return Object.assign({}, ...Object.values(results).map(({ result }) => result.ratios));
}

export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}
