import { Command, Option } from 'commander';
import type { Asker } from './ask/asker.ts';
import { askerFor, type Where } from './ask/asker-for.ts';
import type { Said } from './said.ts';

export interface Told {
  /** What it does, in a line. */
  readonly summary: string;
  /** More of it, for its own help. */
  readonly more?: string;
  /** A command line or more, without `npx sekali`. */
  readonly examples: readonly string[];
}

/** A command that is about a stage, with an example in its help. @param usage its name and arguments */
export function stageCommand(usage: string, { summary, more, examples }: Told): Command {
  const [name, ...args] = usage.split(' ');
  const command = new Command(name);
  for (const argument of args) command.argument(argument);
  return command
    .summary(summary)
    .description(
      [`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, ...(more === undefined ? [] : [more])].join(
        '\n\n',
      ),
    )
    .option('--stage <name>', 'a stage of serverless.yml', 'local')
    .addOption(
      new Option('--param <name=value>', 'a stage parameter in place of the one in serverless.yml')
        .argParser((text: string, before: string[]) => [...before, text])
        .default([], 'none'),
    )
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `\nExample${examples.length > 1 ? 's' : ''}\n${examples.map((line) => `  npx sekali ${line}`).join('\n')}`,
    );
}

/** A command that asks the stage by its API, or does what the API does. */
export function askingCommand(usage: string, told: Told): Command {
  return stageCommand(usage, told).option(
    '--url <address>',
    'ask the HTTP API there, with the token in SEKALI_TOKEN',
  );
}

/** Lets a command say what it has to say: as text or JSON, with the exit code that goes with it. */
export function saying<Arguments extends readonly unknown[]>(
  act: (...args: Arguments) => Promise<Said>,
): (...args: [...Arguments, Command]) => Promise<void> {
  return async (...all) => {
    const command = all.at(-1) as Command;
    const { done, text, json } = await act(...(all.slice(0, -1) as unknown as Arguments));
    if (command.opts().json) console.log(JSON.stringify(json, null, 2));
    else if (text !== '') console.log(text);
    process.exitCode = done ? 0 : 1;
  };
}

/** Likewise, for a command that asks a stage. */
export async function asking<Answer>(
  where: Where,
  act: (asker: Asker) => Promise<Answer>,
  needs: { readonly queues?: boolean } = {},
): Promise<Answer> {
  const asker = await askerFor(where, needs);
  try {
    return await act(asker);
  } finally {
    asker.close();
  }
}
