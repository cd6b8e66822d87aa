import { readdirSync, readFileSync } from 'node:fs';

/** A process and everything below it, from the top down. Chromium's are in process groups of their own. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = parentOf(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree: number[] = [];
  for (let level = [root]; level.length > 0; level = level.flatMap((pid) => children.get(pid) ?? [])) {
    tree.push(...level);
  }
  return tree;
}

/** Signals all of them that are still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone by itself.
    }
  }
}

/** The command lines of a tree, for those who wait for a program to be started. */
export function commandsOf(root: number): string[] {
  return treeOf(root).map((pid) => readOrNothing(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
}

function parentOf(pid: number): number | undefined {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  // The command name, in parentheses, may itself hold spaces and parentheses; then state, then parent.
  const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
