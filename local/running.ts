/** `.sekali/local.json`: how the command line finds the local stack that `npm run dev` keeps up. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const FILE = join(dirname(import.meta.dirname), '.sekali', 'local.json');

const RUNNING = z.object({
  pid: z.int(),
  started: z.string(),
  /** Stage parameters: the addresses. */
  params: z.record(z.string(), z.string()),
  /** Of the HTTP API, where links to evidence lead. */
  apiUrl: z.string(),
});

export type LocalStack = Pick<z.output<typeof RUNNING>, 'params' | 'apiUrl'>;

/**
 * Tells where the stack of this process is. Where several are up, the last one is found.
 * @returns how to take it back
 */
export async function announce({ params, apiUrl }: LocalStack, file = FILE): Promise<() => Promise<void>> {
  const { pid } = process;
  await mkdir(dirname(file), { recursive: true });
  // Whole or not at all, whoever reads meanwhile.
  const draft = `${file}.${pid}`;
  // For this person alone: whoever knows its parameters can sign links to evidence.
  await writeFile(draft, JSON.stringify({ pid, started: startOf(pid), params, apiUrl }), { mode: 0o600 });
  await rename(draft, file);
  return async () => {
    if ((await read(file))?.pid === pid) await rm(file, { force: true });
  };
}

/** The stack that is up. What one left behind that was killed is no stack. */
export async function runningStack(file = FILE): Promise<LocalStack | undefined> {
  const running = await read(file);
  if (running === undefined) return undefined;
  // The number alone does not do: another process may have got it since.
  const { params, apiUrl } = running;
  return running.started === startOf(running.pid) ? { params, apiUrl } : undefined;
}

async function read(file: string): Promise<z.output<typeof RUNNING> | undefined> {
  try {
    return RUNNING.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // None, or of another version.
    return undefined;
  }
}

/** When a process started, in a form to compare; empty for one that is gone. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22; the command name before it, in parentheses, may hold spaces itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
