/** What processes take of the machine's memory. */
import { readdirSync, readFileSync } from 'node:fs';

export interface TreeMemory {
  /** Of the process itself, bytes. */
  readonly ownBytes: number;
  /** Of all that it started. */
  readonly childrenBytes: number;
}

/**
 * Shared pages are counted in shares (PSS): counted in full, as RSS does, those of Chromium's processes would be there three
 * times.
 */
export function memoryOf(pid: number): TreeMemory {
  const below = descendantsOf(pid).map(shareOf);
  return { ownBytes: shareOf(pid), childrenBytes: below.reduce((sum, bytes) => sum + bytes, 0) };
}

export function openFilesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Chromium's processes are in groups of their own, so the groups do not tell. */
function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** The kernel has them by the thread that started them. */
function childrenOf(pid: number): number[] {
  const threads = orNothing(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return threads.flatMap((thread) => {
    const text = orNothing(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '';
    return text.split(' ').filter(Boolean).map(Number);
  });
}

function shareOf(pid: number): number {
  const text = orNothing(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? '';
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}

/** Processes end while they are looked at. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
