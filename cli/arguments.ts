import { messageOf } from '../lib/submission/errors.ts';
import { UsageError } from './said.ts';

/**
 * Reads a command's arguments with `read`. Ends the process with the usage where `--help` asks for it (exit code 0),
 * and with what is wrong, the usage lines and where the help is, where `read` throws (exit code 2).
 */
export async function argumentsOr<Arguments>(
  usage: string,
  read: () => Arguments | Promise<Arguments>,
): Promise<Arguments> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    refuseWhatNpmKept();
    return await read();
  } catch (thrown) {
    console.error([messageOf(thrown), ...hintOf(usage)].join('\n'));
    process.exit(2);
  }
}

/** The command lines of a usage text, which come before its examples, and where all of it is. */
function hintOf(usage: string): string[] {
  const [before = ''] = usage.split(/^Examples?$/m);
  const lines = before.split('\n').filter((line) => /^ {2}np[mx] /.test(line));
  const [, command, isRun] = /^ {2}(npx sekali \S+|(npm run) \S+)/.exec(lines[0] ?? '') ?? [];
  return [...lines, `${command}${isRun ? ' --' : ''} --help tells more.`];
}

/** Without the -- npm keeps options for itself, and the command would be about another stage. @throws UsageError */
export function refuseWhatNpmKept(): void {
  for (const name of ['stage', 'param', 'url']) {
    if (process.env[`npm_config_${name}`] !== undefined) throw new UsageError(`Write -- before --${name}.`);
  }
}
