/** Whether the promise held: what the target, the ledger and the parking queue say about every submission. */
import type { Planned } from './plan.ts';
import { type Entry, LEAVES_NO_PROOF } from './target.ts';

export interface Facts {
  readonly entries: readonly Entry[];
  /** Visitors by every send while it was not known what had become of the one before. */
  readonly forbidden: readonly string[];
  /** Messages that were answered as done before their data was settled or parked. */
  readonly doneTooEarly: readonly string[];
  /** Where a submission stands in the ledger. */
  readonly phaseOf: (planned: Planned) => string;
  /** The worker holds the outcome of exactly this data. */
  readonly isSettled: (planned: Planned, note: string) => boolean;
  /** What lies in the parking queue. */
  readonly parked: readonly { readonly id: string; readonly note: string }[];
  /** What was done to a submission that leaves nobody able to know what became of it. */
  readonly causeOf: (id: string) => string | undefined;
}

export interface Judged {
  /** Visitors by every entry beyond their first. */
  readonly duplicates: readonly string[];
  readonly lost: readonly string[];
  /** Submissions that end unknown, by cause. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  readonly unexplained: readonly string[];
}

/** `none`: of a worker without a ledger. */
const ENDS: ReadonlySet<string> = new Set(['submitted', 'refused', 'unknown', 'none']);

/** The data sent for a submission: a message of a conflict has other data. */
export function notesOf({ id, conflicting }: Pick<Planned, 'id' | 'conflicting'>): readonly string[] {
  return [`note of ${id}`, ...(conflicting ? [`other note of ${id}`] : [])];
}

export function judge(submissions: readonly Planned[], facts: Facts): Judged {
  const duplicates: string[] = [...facts.forbidden];
  const lost: string[] = facts.doneTooEarly.map((what) => `${what}: done before it was settled or parked`);
  const unexplained: string[] = [];
  const unknown = new Map<string, string[]>();
  for (const planned of submissions) {
    const { id, trouble, form } = planned;
    const entries = facts.entries.filter((entry) => entry.id === id).length;
    for (let nth = 1; nth < entries; nth++) duplicates.push(id);
    const phase = facts.phaseOf(planned);
    if (phase === 'unknown') {
      const done = facts.causeOf(id) ?? (LEAVES_NO_PROOF.has(trouble) ? `target: ${trouble}` : 'unexplained');
      // A form that can look it up always finds out, here.
      const cause = form === 'permit' ? 'unexplained' : done;
      if (cause === 'unexplained') unexplained.push(id);
      unknown.set(cause, [...(unknown.get(cause) ?? []), id]);
    }
    if (phase === 'submitted' && entries === 0) lost.push(`${id}: said submitted, the target has nothing`);
    if (phase === 'refused' && entries > 0) lost.push(`${id}: said refused, the target has an entry`);
    if (phase === 'refused' && trouble !== 'refuses')
      lost.push(`${id}: refused, and the target refuses nobody`);
    if (!ENDS.has(phase)) lost.push(`${id}: ends ${phase}`);
    for (const note of notesOf(planned)) {
      const isParked = facts.parked.some((one) => one.id === id && one.note === note);
      const isSettled = facts.isSettled(planned, note);
      const isThere = facts.entries.some((entry) => entry.id === id && entry.note === note);
      if (isSettled && phase === 'submitted' && !isThere)
        lost.push(`${id}: the target has other data than "${note}"`);
      if (!isSettled && !isParked) {
        lost.push(`${id}: "${note}" is neither settled nor parked (phase ${phase})`);
      }
    }
  }
  return { duplicates, lost, unknown, unexplained };
}
