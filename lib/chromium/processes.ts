import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { killPollMs } from './limits.ts';

/**
 * The processes of this machine that have one of `words` in their command line, by word.
 * Zombies have none, so they do not count as alive.
 */
export async function processesNaming(words: readonly string[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  if (words.length === 0) return found;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  for (const word of words) {
    const naming = pids.filter((_, at) => lines[at]?.includes(word)).map(Number);
    if (naming.length > 0) found.set(word, naming);
  }
  return found;
}

/**
 * Pid and start time of a process, which together are never used twice until the next boot. A pid alone is: Lambda
 * starts a killed runtime again under the same one. Undefined when there is no such process.
 */
export async function identityOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The command name, in parentheses, may itself hold spaces and parentheses. Start time is field 22, state field 3.
  const startedAt = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return startedAt === undefined ? undefined : `${pid}-${startedAt}`;
}

/**
 * Kills every process that has `word` in its command line, each with its process group, and waits until they are gone,
 * at most `timeoutMs`. Never throws.
 */
export async function killProcessesNaming(word: string, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const pids = (await processesNaming([word])).get(word) ?? [];
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        // Playwright starts Chromium as the leader of its own group; the renderers are in it.
        process.kill(-pid, 'SIGKILL');
      } catch {
        // Gone already, which is all we want.
      }
    }
    if (performance.now() > end) return;
    await wait(killPollMs);
  }
}
