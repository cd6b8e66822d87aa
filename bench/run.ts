/** `npm run bench`: the product against what people would use instead. */
import { Command, CommanderError, Option } from 'commander';
import { progressLine } from '../cli/progress-line.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { figuresFileAt } from '../local/figures-file.ts';
import { isEnding } from '../local/lifetime.ts';
import { goalsTable } from './goals-table.ts';
import { measureAll } from './measure.ts';
import { ratiosOf, readResults } from './results.ts';
import { SECTIONS } from './sections/index.ts';
import { RESULTS_FILE, writePage } from './write.ts';

interface Given {
  readonly only?: readonly string[];
  readonly small?: boolean;
  readonly json?: string;
}

const AFTER = `
Sections:
${SECTIONS.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join('\n')}

All of it takes about 25 minutes. Other work on the machine makes the figures wrong.

Examples
  npm run bench
  npm run bench -- --only guard --json figures.json

Exit code 0: measured, whether or not the goals were reached. 1: something could not be measured. 2: wrong usage.`;

process.exitCode = await new Command('npm run bench --')
  .description('Measures the product against its alternatives, and writes docs/benchmarks.md.')
  .addOption(
    new Option('--only <names...>', 'measure these sections; the page keeps the others').choices(
      SECTIONS.map(({ name }) => name),
    ),
  )
  .option('--small', 'a few rounds, to see that it works; leaves the page alone')
  .option('--json <file>', 'write the figures to FILE, as JSON; the goals are under "ratios"')
  .addHelpText('after', AFTER)
  .allowExcessArguments(false)
  .exitOverride()
  .action(() => {})
  .parseAsync()
  .then(
    (command) => bench(command.opts<Given>()),
    // It has told by itself.
    (thrown) => (thrown instanceof CommanderError && thrown.exitCode === 0 ? 0 : 2),
  );

/** @returns the exit code */
async function bench({ only, small = false, json }: Given): Promise<number> {
  const progress = progressLine();
  try {
    const figures = json === undefined ? undefined : await figuresFileAt(json);
    const sections = SECTIONS.filter(({ name }) => only?.includes(name) ?? true);
    const command = ['npm run bench', ...(only ? ['--', '--only', ...only] : [])].join(' ');
    const { results: measured, failures } = await measureAll(sections, {
      small,
      command,
      say: progress.show,
    });
    progress.end();
    const ratios = ratiosOf(measured);
    console.log(goalsTable(ratios));
    await figures?.writeFile(`${JSON.stringify({ ratios, sections: measured }, null, 2)}\n`);
    if (!small) await writePage(inOrder({ ...(await readResults(RESULTS_FILE)), ...measured }));
    if (!isEnding()) for (const failure of failures) console.error(failure);
    return failures.length === 0 ? 0 : 1;
  } catch (thrown) {
    progress.end();
    if (!isEnding()) console.error(messageOf(thrown));
    return 1;
  }
}

/** As the sections stand; what is no section any more is gone. */
function inOrder<Kept>(results: Readonly<Record<string, Kept>>): Record<string, Kept> {
  return Object.fromEntries(
    SECTIONS.flatMap(({ name }) => {
      const kept = results[name];
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}
