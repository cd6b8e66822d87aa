import { createInterface } from 'node:readline';
import { startChild } from '../../local/children.ts';

export interface Ended {
  /** Of the program; undefined where it was ended by a signal. */
  readonly code: number | undefined;
  readonly stdout: string;
  /** Both streams, line by line as they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** Written to its standard input. */
  readonly input?: string;
  readonly timeLimitMs: number;
}

/** Runs a program to its end. It and all that it started is ended when this process is. @throws Error when it takes too long */
export async function command(
  program: string,
  args: readonly string[],
  { cwd, env, input, timeLimitMs }: CommandOptions,
): Promise<Ended> {
  const child = await startChild(program, [...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const { stdin, stdout, stderr } = child.process;
  // A program that ends without reading its input is no failure of ours.
  stdin?.on('error', () => {}).end(input);
  const lines: string[] = [];
  const out: string[] = [];
  const read = [stdout, stderr].map(async (stream) => {
    if (!stream) return;
    for await (const line of createInterface({ input: stream })) {
      lines.push(line);
      if (stream === stdout) out.push(line);
    }
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void child.kill('SIGKILL');
  }, timeLimitMs);
  await child.exited.finally(() => clearTimeout(timer));
  await Promise.all(read);
  const output = lines.join('\n');
  if (late)
    throw new Error(`${program} ${args.join(' ')} did not end within ${timeLimitMs / 1000} s:\n${output}`);
  return { code: child.process.exitCode ?? undefined, stdout: out.join('\n'), output };
}
