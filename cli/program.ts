import { Command, type OutputConfiguration } from 'commander';
import { pauseCommand, resumeCommand } from './commands/forms.ts';
import { listCommand, statusCommand } from './commands/look.ts';
import { discardCommand, keepCommand, parkedCommand, retryCommand } from './commands/parked.ts';
import { redriveCommand } from './commands/redrive.ts';
import { resolveCommand } from './commands/resolve.ts';
import { sendCommand } from './commands/send.ts';
import { watchCommand } from './commands/watch.ts';

/** Commands that stand in a file of their own, and read their own arguments. */
export const OWN: Readonly<Record<string, { readonly file: string; readonly summary: string }>> = {
  doctor: { file: './doctor.ts', summary: 'what is wrong with a stage' },
  token: { file: './token.ts', summary: 'makes a token for the HTTP API' },
};

const AFTER = `
Which stage: without an option the one that npm run dev keeps up in this clone; --stage NAME a deployed one; --param with its
addresses any other.
How it is asked: the local one directly. A deployed one by its function operator, with your AWS credentials; or, with --url
ADDRESS and a token in SEKALI_TOKEN, by its HTTP API. send and redrive go to the queues themselves, with your AWS credentials.

Examples
  npx sekali send people.csv --form event-registration
  npx sekali list unknown --stage prod
  npx sekali help resolve

Exit code 0: done. 1: not done, and the line says why. 2: wrong usage.`;

/** The command line. What is wrong usage throws CommanderError, after it was told, or UsageError. */
export function program(output: OutputConfiguration = {}): Command {
  const sekali = new Command('sekali')
    .description('Sends submissions, shows what became of them, and does what only a person can decide.')
    .usage('<command> [arguments]')
    .helpCommand('help [command]', 'its help, with an example')
    .addHelpText('after', AFTER)
    .configureOutput(output)
    .exitOverride();
  const commands = [
    sendCommand(),
    statusCommand(),
    listCommand(),
    watchCommand(),
    resolveCommand(),
    parkedCommand(),
    retryCommand(),
    keepCommand(),
    discardCommand(),
    redriveCommand(),
    pauseCommand(),
    resumeCommand(),
  ];
  for (const command of commands) {
    command.copyInheritedSettings(sekali);
    sekali.addCommand(command.showHelpAfterError(hintOf(command)));
  }
  sekali.showHelpAfterError('npx sekali help lists the commands.');
  for (const [name, { summary }] of Object.entries(OWN)) sekali.command(name).summary(summary);
  return sekali;
}

/** After what is wrong: how it is written, and where its help is. */
export function hintOf(command: Command): string {
  const name = command.name();
  return `Usage: npx sekali ${name} ${command.usage()}\nnpx sekali help ${name} has an example.`;
}
