import { memoryOf, type TreeMemory } from './tree-memory.ts';

const LOOK_EVERY_MS = 50;

/** The most that a process, and what it started, took while something was done; looked at now and then. */
export async function peakMemoryOf(pid: number, work: () => Promise<unknown>): Promise<TreeMemory> {
  let peak = memoryOf(pid);
  const timer = setInterval(() => {
    const { ownBytes, childrenBytes } = memoryOf(pid);
    peak = {
      ownBytes: Math.max(peak.ownBytes, ownBytes),
      childrenBytes: Math.max(peak.childrenBytes, childrenBytes),
    };
  }, LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}
