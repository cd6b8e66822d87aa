/** A look into a sandbox from outside. `pid` is that of the bwrap that made it. */
import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { commandsOf, treeOf } from '../lambda/process-tree.ts';

/** How much of /tmp is used. */
export async function usedTmpBytes(pid: number): Promise<number> {
  const { blocks, bfree, bsize } = await statfs(tmpOf(pid));
  return (blocks - bfree) * bsize;
}

export const namesInTmp = (pid: number) => readdir(tmpOf(pid));

/** The browsers; a browser's own helpers are of a type. */
export function browsersIn(pid: number): string[] {
  return commandsOf(pid).filter((line) => line.includes('--sekali-folder=') && !line.includes('--type='));
}

/** As the first process inside sees it, which lives as long as the sandbox. */
function tmpOf(pid: number): string {
  const [, first] = treeOf(pid);
  return join('/proc', String(first), 'root', 'tmp');
}
