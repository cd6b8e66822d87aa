/** `serverless package`, which needs neither credentials nor a network. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startChild } from './children.ts';

/** It takes 3 s, on a busy machine 15. */
const TIME_LIMIT_MS = 180_000;

export interface PackagingOptions {
  /** The checkout. */
  readonly root: string;
  /** As for `serverless package`. */
  readonly args: readonly string[];
  readonly onLine: (line: string) => void;
  readonly timeLimitMs?: number;
}

/**
 * Packages all functions. The template and the functions' zips are then in `.serverless`, or where `--package` says.
 * @throws Error when it fails, after `onLine` has got why, or takes too long
 */
export async function packageService({
  root,
  args,
  onLine,
  timeLimitMs = TIME_LIMIT_MS,
}: PackagingOptions): Promise<void> {
  // Of its own: a `serverless offline` that runs in this checkout must not lose its functions. Empty: what lies in it
  // would get into the zips.
  const buildFolder = join('.sekali', `package-${process.pid}`);
  const remove = () => rm(join(root, buildFolder), { recursive: true, force: true });
  await remove();
  const serverless = fileURLToPath(import.meta.resolve('serverless/bin/serverless.js'));
  const child = await startChild(process.execPath, [serverless, 'package', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SEKALI_BUILD_FOLDER: buildFolder,
      SLS_NOTIFICATIONS_MODE: 'off',
      SLS_TELEMETRY_DISABLED: '1',
    },
  });
  for (const stream of [child.process.stdout, child.process.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine);
  }
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void child.kill('SIGKILL');
  }, timeLimitMs);
  try {
    await child.exited;
  } finally {
    clearTimeout(timer);
    await remove();
  }
  if (late) throw new Error(`serverless package did not end within ${timeLimitMs / 1000} s and was stopped.`);
  if (child.process.exitCode !== 0) throw new Error('serverless package failed. What it said is above.');
}
