import { fileURLToPath } from 'node:url';
import { command, type Ended } from './command.ts';
import { rehearsalEnvironment } from './emulator.ts';

/** Most of it is bundling; on a busy machine it takes a minute. */
const LIMIT_MS = 300_000;

/** Runs `serverless` in a copy of the project, against the AWS at `url`. @throws Error when it does not end */
export function serverless(root: string, url: string, args: readonly string[]): Promise<Ended> {
  const program = fileURLToPath(import.meta.resolve('serverless/bin/serverless.js'));
  return command(process.execPath, [program, ...args], {
    cwd: root,
    env: rehearsalEnvironment(url),
    timeLimitMs: LIMIT_MS,
  });
}

/** As it is written on a command line. */
export function stageArguments(stage: string, parameters: readonly string[]): string[] {
  return ['--stage', stage, ...parameters.flatMap((one) => ['--param', one])];
}
