import type { Submission } from './client.ts';
import { filled, type Texts } from './texts/index.ts';

export interface Moment {
  /** Absent for what has no time of its own; that comes last. */
  readonly at?: string;
  readonly text: string;
  /** What a person wrote, or a target answered: in whatever language, and never to be believed to be harmless. */
  readonly more?: string | undefined;
  readonly isDecision: boolean;
}

const ENDS: ReadonlySet<string> = new Set(['submitted', 'refused', 'unknown']);

/** What the record tells of a submission, in the order in which it happened. */
export function timeLine(submission: Submission, t: Texts): Moment[] {
  const { outcome, log, phase, duplicates } = submission;
  const phases: Readonly<Record<string, string>> = t.phases;
  const moments: (Moment & { readonly at: string })[] = [];
  const tell = (at: string | undefined, text: string, more?: string, isDecision = false) => {
    if (at !== undefined) moments.push({ at, text, more, isDecision });
  };
  for (const name of ['createdAt', 'claimedAt', 'armedAt', 'metAt'] as const) {
    tell(submission[name], t.events[name]);
  }
  // The record itself has only the last arming. Before its request, which may have left in the same millisecond.
  for (const { armedAt } of log) if (armedAt !== submission.armedAt) tell(armedAt, t.events.armedAt);
  const ends = log.flatMap(({ ended }) => ended ?? []);
  // What is open again still has the end that was judged.
  if (outcome && submission.settledAt && ENDS.has(phase))
    ends.push({ phase, at: submission.settledAt, outcome });
  for (const {
    at,
    phase: name,
    outcome: { text, request },
  } of ends) {
    if (request) {
      const { method, url, sentAt, status, tookMs } = request;
      const answered =
        status === undefined ? undefined : filled(t.events.answered, { status, ms: tookMs ?? '?' });
      tell(sentAt, filled(t.events.sentAt, { method, url }), answered);
    }
    tell(at, filled(t.events.settledAt, { phase: phases[name] ?? name }), text);
  }
  for (const { at, who, did, why } of log) tell(at, filled(t.events[did], { who }), why, true);
  moments.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  // The ledger counts them and keeps no time of each.
  const skipped = { text: filled(t.events.duplicates, { n: duplicates }), isDecision: false };
  return duplicates > 0 ? [...moments, skipped] : moments;
}
