/** Who runs where: the worker that is measured on its processors, and for "one CPU" everything else on another. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { beforeEnd } from '../../local/lifetime.ts';

const run = promisify(execFile);

/** Of the worker, as `taskset -c` writes them. */
export type Processors = '0' | '0,1';

/** @throws Error where the machine has a single processor, or `taskset` (util-linux) is missing */
export async function onProcessors<T>(
  processors: Processors,
  others: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  const last = availableParallelism() - 1;
  if (last === 0) throw new Error('This needs two processors: one for the worker, one for everything else.');
  if (processors !== '0') return work();
  const all = async (where: string) => {
    for (const pid of others) await run('taskset', ['-a', '-p', '-c', where, String(pid)]);
  };
  const restore = () => all(`0-${last}`);
  const forget = beforeEnd(restore);
  await all(`1-${last}`);
  try {
    return await work();
  } finally {
    forget();
    await restore();
  }
}
