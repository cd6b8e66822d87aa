/** What a form of the gallery came to, from the worker's log and the site's entries. */
import type { Entry } from './site.ts';

export interface Step {
  readonly atMs: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Measured {
  readonly form: string;
  readonly shows: string;
  readonly sender: string;
  /** From claiming a submission until it is settled, its picture taken and everything closed: the median. */
  readonly medianMs: number | undefined;
  readonly messages: number;
  readonly identities: number;
  readonly entries: number;
  /** In plain words: each once, or what was not so. */
  readonly outcome: string;
  readonly held: boolean;
}

export type Sent = Pick<Measured, 'form' | 'shows' | 'sender' | 'messages' | 'identities'>;

/** The steps of one form: messages of a form that got stuck go on while the next one is measured. */
export function stepsOf(form: string, steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ fields }) => String(fields.key).startsWith(`${form}.`));
}

/** Messages that have come to their end. */
export function ended(steps: readonly Step[]): readonly Step['fields'][] {
  return steps
    .filter(({ message, fields }) => message === 'delivery finished' && fields.disposition !== 'retry')
    .map(({ fields }) => fields);
}

export function measuredOf(sent: Sent, steps: readonly Step[], entries: readonly Entry[]): Measured {
  const different = new Set(entries.map(({ fields }) => JSON.stringify(fields))).size;
  const ends = ended(steps);
  const count = (phase: string, skipped: boolean) =>
    ends.filter((one) => one.phase === phase && one.skipped === skipped).length;
  const submitted = count('submitted', false);
  const skipped = count('submitted', true);
  const parked = ends.filter(({ disposition }) => disposition === 'parked').map(({ reason }) => reason);
  const wrong = [
    ...(different < sent.identities ? [`${sent.identities - different} identities have no entry`] : []),
    ...(entries.length > different ? [`${entries.length - different} entries too many`] : []),
    ...(submitted === sent.identities ? [] : [`${submitted} were settled as submitted`]),
    ...(parked.length > 0 ? [`parked: ${[...new Set(parked)].join(', ')}`] : []),
    ...(ends.length < sent.messages
      ? [`${sent.messages - ends.length} messages are still in the queue`]
      : []),
  ];
  return {
    ...sent,
    medianMs: median(timesOf(steps).slice(1)),
    entries: entries.length,
    outcome: wrong.length === 0 ? `each once, ${skipped} duplicates skipped` : wrong.join('; '),
    held: wrong.length === 0,
  };
}

/** Of the submissions, in order. The first of a form loads what the later ones find loaded. */
function timesOf(steps: readonly Step[]): number[] {
  return steps.flatMap(({ message, fields, atMs }, nth) => {
    if (message !== 'delivery finished' || fields.skipped !== false) return [];
    const claimed = steps
      .slice(0, nth)
      .findLast((one) => one.message === 'claimed' && one.fields.key === fields.key);
    return claimed ? [atMs - claimed.atMs] : [];
  });
}

function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return Math.round(((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle) - 1] ?? NaN)) / 2);
}

/** As Markdown, so that it can stand in a document as well as on a terminal. */
export function tableOf(all: readonly Measured[]): string {
  const head = ['form', 'what it shows', 'sender', 'time', 'messages', 'entries', 'outcome'];
  const lines = all.map((one) => [
    `\`${one.form}\``,
    one.shows,
    `\`${one.sender}\``,
    one.medianMs === undefined ? 'none' : `${(one.medianMs / 1_000).toFixed(2)} s`,
    String(one.messages),
    String(one.entries),
    one.outcome,
  ]);
  const isNumber = (nth: number) => nth >= 3 && nth <= 5;
  const widths = head.map((title, nth) =>
    Math.max(...[title, ...lines.map((line) => line[nth] ?? '')].map((text) => text.length)),
  );
  const row = (cells: readonly string[]) =>
    `| ${cells.map((text, nth) => (isNumber(nth) ? text.padStart(widths[nth] ?? 0) : text.padEnd(widths[nth] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, nth) => (isNumber(nth) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [row(head), rule, ...lines.map(row)].join('\n');
}
