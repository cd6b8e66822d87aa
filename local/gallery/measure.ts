/** Every form of the gallery, sent with duplicates: `npm run gallery` counts what the sites got, and how long it took. */
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { argumentsOr } from '../../cli/arguments.ts';
import { progressLine } from '../../cli/progress-line.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import { figuresFileAt } from '../figures-file.ts';
import { beforeEnd, isEnding } from '../lifetime.ts';
import { newRunFolder } from '../run-folder.ts';
import { galleryForms } from './forms/index.ts';
import { type InProcess, startInProcess } from './in-process.ts';
import { ended, type Measured, measuredOf, type Step, stepsOf, tableOf } from './measured.ts';
import { SAMPLES } from './samples.ts';
import { SITES } from './sites/index.ts';

/** Of each form; the first is not counted in the median. */
const IDENTITIES = 6;
const FORM_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 50;

const USAGE = `Sends every form of the gallery, each submission three times: twice side by side, once more when all of the form are done.
Shows what the sites got, and how long a submission took. Takes about two minutes and needs no set-up.

  npm run gallery -- [--json FILE]

  --json FILE   write the figures to FILE, as JSON

Example
  npm run gallery -- --json gallery.json

Exit code 0: every form has exactly one entry for each submission. 1: one has not, or nothing started. 2: wrong usage.`;

const figuresFile = await argumentsOr(USAGE, async () => {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  return values.json === undefined ? undefined : figuresFileAt(values.json);
});
const progress = progressLine();
beforeEnd(async () => progress.show('Stopping everything that was started'));
try {
  process.exitCode = (await measureAll()) ? 0 : 1;
} catch (thrown) {
  progress.end();
  if (!isEnding()) console.error(messageOf(thrown));
  process.exitCode = 1;
}

async function measureAll(): Promise<boolean> {
  const steps: Step[] = [];
  const evidenceFolder = await newRunFolder();
  const worker = await startInProcess({
    evidenceFolder,
    onEvent: (message, fields) => void steps.push({ atMs: performance.now(), message, fields }),
    say: progress.show,
  });
  const forget = beforeEnd(worker.stop);
  try {
    const all: Measured[] = [];
    for (const form of galleryForms) {
      const { name, sender = 'direct' } = form;
      const shows = SITES.find((site) => site.name === name)?.shows ?? '';
      const messages = await sendAll(worker, name, () => ended(stepsOf(name, steps)).length);
      const sent = { form: name, shows, sender, messages, identities: IDENTITIES };
      all.push(measuredOf(sent, stepsOf(name, steps), worker.target.gallery.entries(name)));
    }
    progress.end();
    console.log(tableOf(all));
    console.log(`Pictures of the receipts: ${relative('.', evidenceFolder)}`);
    await figuresFile?.writeFile(`${JSON.stringify(all, null, 2)}\n`);
    return all.every(({ held }) => held);
  } finally {
    forget();
    await worker.stop();
  }
}

/** Answers how many messages it sent. What is not done within the limit stays in the queue, and is told. */
async function sendAll(worker: InProcess, form: string, done: () => number): Promise<number> {
  const endsMs = performance.now() + FORM_LIMIT_MS;
  const people = Array.from({ length: IDENTITIES }, (_, nth) => ({ form, data: SAMPLES[form]?.(nth) }));
  let sent = 0;
  const send = async (...messages: typeof people) => {
    const entries = worker.target.gallery.entries(form).length;
    progress.show(`${form}: ${sent} messages sent, ${entries} entries`);
    await worker.send(...messages);
    sent += messages.length;
    while (done() < sent && performance.now() < endsMs) await sleep(LOOK_EVERY_MS);
  };
  for (const message of people) await send(message, message);
  await send(...people);
  return sent;
}
