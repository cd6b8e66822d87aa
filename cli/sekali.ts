import { CommanderError } from 'commander';
import { messageOf } from '../lib/submission/errors.ts';
import { refuseWhatNpmKept } from './arguments.ts';
import { Refusal } from './ask/asker.ts';
import { hintOf, OWN, program } from './program.ts';
import { defaultRegion } from './region.ts';
import { UsageError } from './said.ts';

const [first = '', second = ''] = process.argv.slice(2);
const own = OWN[first === 'help' ? second : first];
if (own === undefined) await main();
else {
  process.argv.splice(2, first === 'help' ? 2 : 1, ...(first === 'help' ? ['--help'] : []));
  await import(own.file);
}

async function main(): Promise<void> {
  try {
    refuseWhatNpmKept();
    // As for serverless deploy: where the stage is does not depend on who looks.
    process.env.AWS_REGION ??= await defaultRegion();
    await program().parseAsync();
  } catch (thrown) {
    process.exitCode = tell(thrown);
  }
}

/** @returns the exit code */
function tell(thrown: unknown): number {
  // It has told by itself.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  if (thrown instanceof Refusal && process.argv.includes('--json')) {
    console.log(JSON.stringify(thrown.problem, null, 2));
    return 1;
  }
  console.error(messageOf(thrown));
  if (!(thrown instanceof UsageError)) return 1;
  const command = program().commands.find((one) => one.name() === process.argv[2]);
  if (command) console.error(hintOf(command));
  return 2;
}
