import Table from 'cli-table3';
import { Argument, type Command } from 'commander';
import type { z } from 'zod';
import { Evidence, Submission, SubmissionPage } from '../../functions/api/schemas.ts';
import { PHASES } from '../../lib/submission/phases.ts';
import { type Asker, read } from '../ask/asker.ts';
import type { Where } from '../ask/asker-for.ts';
import { asking, askingCommand, saying } from '../command.ts';
import { plain, type Said } from '../said.ts';

export type SubmissionView = z.output<typeof Submission>;

export const statusCommand = (): Command =>
  askingCommand('status <key>', {
    summary: 'where a submission stands',
    examples: ['status event-registration.3f2a…', 'status event-registration.3f2a… --stage prod --json'],
  }).action(saying((key: string, where: Where) => asking(where, (asker) => status(asker, key))));

export const listCommand = (): Command =>
  askingCommand('list', {
    summary: 'all submissions, of a phase, of a form, or all',
    more: 'Best effort: what changes its phase meanwhile may be missing.',
    examples: ['list unknown', 'list --form event-registration --stage prod'],
  })
    .addArgument(new Argument('[phase]', 'where they stand').choices(PHASES))
    .option('--form <name>', 'of this form only')
    .action(
      saying((phase: string | undefined, where: Where & { readonly form?: string }) =>
        asking(where, (asker) => list(asker, { phase, form: where.form })),
      ),
    );

export async function status(asker: Asker, key: string): Promise<Said> {
  const submission = await readSubmission(asker, key);
  const link = submission.evidence ? await linkOf(asker, key) : undefined;
  const table = new Table({ style: { head: [], border: [], compact: true } });
  table.push(...rowsOf('', { ...submission, ...link }));
  return { done: true, text: table.toString(), json: { ...submission, ...link } };
}

/** A row for each value, with its path. */
function rowsOf(path: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, plain(String(value))]];
  return Object.entries(value).flatMap(([name, one]) => rowsOf(path === '' ? name : `${path}.${name}`, one));
}

/** A short-lived link to it. None where it would be a path, and nobody knows of which API. */
async function linkOf(asker: Asker, key: string): Promise<Partial<Record<string, string>>> {
  const path = `/submissions/${encodeURIComponent(key)}/evidence`;
  const { url, expiresAt } = await read(asker, { method: 'GET', path }, Evidence);
  const link = URL.parse(url, asker.apiUrl);
  return link === null ? {} : { evidenceLink: link.href, evidenceLinkUntil: expiresAt };
}

export async function list(asker: Asker, { phase, form }: Wanted): Promise<Said> {
  const submissions = await listed(asker, { phase, form });
  const lines = submissions.map((one) =>
    [
      ...(phase === undefined ? [one.phase.padEnd(9)] : []),
      one.key,
      plain(one.label),
      ...(one.duplicates > 0 ? [`(duplicates skipped: ${one.duplicates})`] : []),
    ].join('  '),
  );
  return {
    done: true,
    text: [...lines.sort(), totals(submissions, phase)].join('\n'),
    json: { submissions },
  };
}

interface Wanted {
  readonly phase?: string | undefined;
  readonly form?: string | undefined;
}

export function readSubmission(asker: Asker, key: string): Promise<SubmissionView> {
  return read(asker, { method: 'GET', path: `/submissions/${encodeURIComponent(key)}` }, Submission);
}

/** All pages of the list. */
export async function listed(asker: Asker, { phase, form }: Wanted): Promise<SubmissionView[]> {
  // By key: one may be on two pages.
  const found = new Map<string, SubmissionView>();
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ ...(phase && { phase }), ...(cursor && { cursor }) });
    const page = await read(asker, { method: 'GET', path: `/submissions?${query}` }, SubmissionPage);
    for (const one of page.submissions) {
      if (form === undefined || one.form === form) found.set(one.key, one);
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return [...found.values()];
}

/** Such as `3 submitted, 1 unknown`. */
export function totals(submissions: readonly SubmissionView[], phase?: string): string {
  const wanted = phase === undefined ? PHASES : [phase];
  const counted = wanted
    .map((name) => ({ name, count: submissions.filter((one) => one.phase === name).length }))
    .filter(({ count }) => count > 0 || phase !== undefined);
  return counted.length === 0 ? 'none' : counted.map(({ name, count }) => `${count} ${name}`).join(', ');
}
