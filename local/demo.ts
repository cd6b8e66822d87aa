/**
 * The main job in one command: `npm run demo` sends 24 messages for 8 submissions, most of them duplicates, and shows
 * that the target got each once.
 */
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { argumentsOr } from '../cli/arguments.ts';
import { type ProgressLine, progressLine } from '../cli/progress-line.ts';
import { factsOf, type Progress, progressOf } from './demo/figures.ts';
import { ACCEPTED, firstWave, secondWave } from './demo/messages.ts';
import { brokenPromises, figuresOf, tableOf } from './demo/verdict.ts';
import { figuresFileAt } from './figures-file.ts';
import { beforeEnd, isEnding } from './lifetime.ts';
import { type Stack, startStack } from './stack.ts';

const TIME_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 300;

const USAGE = `Sends 24 messages for 8 submissions, most of them duplicates, through the whole stack on this machine, and shows that
the target got each submission exactly once. Takes about half a minute and needs no set-up.

  npm run demo -- [--json FILE]

  --json FILE   write the figures to FILE, as JSON

Example
  npm run demo -- --json figures.json

Exit code 0: the promise held. 1: it did not, or the stack did not start. 2: wrong usage.`;

const figuresFile = await argumentsOr(USAGE, async () => {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  return values.json === undefined ? undefined : figuresFileAt(values.json);
});
const startedAt = performance.now();
const progress = progressLine();
beforeEnd(async () => progress.show('Stopping everything that was started'));
try {
  process.exitCode = (await demo()) ? 0 : 1;
} catch (error) {
  progress.end();
  if (!isEnding()) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function demo(): Promise<boolean> {
  const stack = await startStack({ params: { batchSize: 2, maxConcurrency: 3 }, say: progress.show });
  try {
    const messages = await sendAll(stack);
    const facts = await factsOf(stack);
    const figures = figuresOf(facts, messages, (performance.now() - startedAt) / 1000);
    const broken = brokenPromises(facts, messages);
    progress.end();
    console.log(tableOf(figures));
    console.log(`What producers were told, a line for each event: ${relative('.', stack.eventsFile)}`);
    if (facts.screenshot) console.log(`A receipt as the browser saw it: ${relative('.', facts.screenshot)}`);
    await figuresFile?.writeFile(`${JSON.stringify(figures, null, 2)}\n`);
    if (broken.length === 0) {
      console.log(`The promise held: ${figures.entries} submissions, each at the target exactly once.`);
      return true;
    }
    console.error(['The promise did NOT hold:', ...broken].join('\n  - '));
    for (const { logFile } of stack.offline) console.error(`The worker's log: ${relative('.', logFile)}`);
    return false;
  } finally {
    await stack.stop();
  }
}

/** Resolves when the queue is empty, or when the time is up: the verdict then says what is missing. */
async function sendAll(stack: Stack): Promise<number> {
  const deadline = performance.now() + TIME_LIMIT_MS;
  const first = firstWave();
  await stack.send(...first);
  await until(stack, deadline, first.length, ({ entries }) => entries >= ACCEPTED.length);
  const second = secondWave();
  await stack.send(...second);
  const messages = first.length + second.length;
  await until(stack, deadline, messages, ({ left }) => left === 0);
  return messages;
}

async function until(
  stack: Stack,
  deadline: number,
  sent: number,
  done: (now: Progress) => boolean,
): Promise<void> {
  for (;;) {
    const now = await progressOf(stack);
    show(progress, sent, now);
    if (done(now) || performance.now() > deadline) return;
    await sleep(LOOK_EVERY_MS);
  }
}

function show(line: ProgressLine, sent: number, { left, entries, parked }: Progress): void {
  line.show(
    `${sent} messages sent, ${left} still in the queue; ${entries} entries at the target, ${parked} parked`,
  );
}
