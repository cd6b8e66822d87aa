import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { type Asker, Refusal } from '../ask/asker.ts';
import type { Where } from '../ask/asker-for.ts';
import { asking, askingCommand, saying } from '../command.ts';
import { type ProgressLine, progressLine } from '../progress-line.ts';
import { plain, type Said, UsageError } from '../said.ts';
import { listed, readSubmission, type SubmissionView, totals } from './look.ts';

/** A person sees no more, and nobody is to be bothered by it. */
const EVERY_MS = 2_000;
/** A look through a large ledger takes its time: so many times that it stays away. */
const REST = 4;

const UNDER_WAY = ['open', 'claimed', 'armed'];

export const watchCommand = (): Command =>
  askingCommand('watch [key]', {
    summary: 'shows how a submission, a form or all goes on, until all that a worker has claimed is settled',
    more: 'Messages that no worker has claimed yet are not seen. What is parked stays open, and is watched until Ctrl-C.',
    examples: ['watch event-registration.3f2a…', 'watch --form event-registration --stage prod'],
  })
    .option('--form <name>', 'all of this form')
    .action(
      saying(async (key: string | undefined, options: Where & { readonly form?: string }) => {
        if (key !== undefined && options.form !== undefined)
          throw new UsageError('Name a key or a form, not both.');
        const line = progressLine();
        try {
          return await asking(options, (asker) =>
            key === undefined ? watchAll(asker, options.form, line) : watchOne(asker, key, line),
          );
        } finally {
          line.end();
        }
      }),
    );

/** @returns not done where it ends as unknown: that needs a person */
export async function watchOne(
  asker: Asker,
  key: string,
  line: ProgressLine,
  everyMs: number = EVERY_MS,
): Promise<Said> {
  for (;;) {
    const { now, tookMs } = await timed(() => oneOrNone(asker, key));
    if (now !== undefined && !UNDER_WAY.includes(now.phase)) {
      const text = `${key} is ${now.phase}: ${plain(now.outcome?.text ?? 'nothing more is known')}`;
      return { done: now.phase !== 'unknown', text, json: now };
    }
    line.show(now === undefined ? 'not claimed yet' : asLine(now));
    await sleep(Math.max(everyMs, tookMs * REST));
  }
}

/** @returns not done where some end as unknown */
export async function watchAll(
  asker: Asker,
  form: string | undefined,
  line: ProgressLine,
  everyMs: number = EVERY_MS,
): Promise<Said> {
  for (;;) {
    const { now, tookMs } = await timed(() => listed(asker, { form }));
    const text = totals(now);
    if (now.length > 0 && !now.some(({ phase }) => UNDER_WAY.includes(phase))) {
      return { done: !now.some(({ phase }) => phase === 'unknown'), text, json: { submissions: now } };
    }
    line.show(text);
    await sleep(Math.max(everyMs, tookMs * REST));
  }
}

async function oneOrNone(asker: Asker, key: string): Promise<SubmissionView | undefined> {
  try {
    return await readSubmission(asker, key);
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.type === 'notFound') return undefined;
    throw thrown;
  }
}

function asLine({ phase, attempt, lease, reason }: SubmissionView): string {
  return [phase, `attempt ${attempt}`, lease ? 'somebody works on it' : 'nobody works on it', reason ?? '']
    .filter(Boolean)
    .map(plain)
    .join(', ');
}

async function timed<T>(look: () => Promise<T>): Promise<{ readonly now: T; readonly tookMs: number }> {
  const startedMs = performance.now();
  const now = await look();
  return { now, tookMs: performance.now() - startedMs };
}
