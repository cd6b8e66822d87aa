import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Moments } from './moments.ts';
import type { WorkerStart } from './worker-start.ts';

export interface Start {
  readonly program: string;
  readonly options?: WorkerStart;
  /** Where Node keeps compiled code from one start to the next. */
  readonly compileCache?: string;
  readonly env: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 60_000;

/** One cold start: a new process, in a temporary folder with nothing in it. @throws Error when it fails */
export async function startCold({ program, options, compileCache, env }: Start): Promise<Moments> {
  const temporary = await mkdtemp(join(tmpdir(), 'sekali-cold-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(options ?? {})], {
      timeout: TIMEOUT_MS,
      env: {
        PATH: process.env.PATH,
        HOME: temporary,
        TMPDIR: temporary,
        // By this the package knows that it is to bring Amazon Linux's libraries, too, as the worker always does.
        AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
        AWS_REGION: 'eu-west-1',
        ...env,
        ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
      },
    });
    return JSON.parse(stdout.slice(stdout.indexOf('{"imported"')));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
