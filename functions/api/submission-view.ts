import { basename } from 'node:path';
import { z } from 'zod';
import type { Standing } from '../../lib/ledger/record-page.ts';
import type { LedgerRecord } from '../../lib/ledger/records.ts';
import { evidenceIn, withoutEvidence } from '../../lib/submission/evidence-note.ts';
import { Outcome, type Submission } from './schemas.ts';

/** Of a resolution, by `resolve.lua`; of a parked message, by `note.lua`. */
const ENTRY = { at: z.number(), who: z.string(), why: z.string() };
const LOG = z.array(
  z.union([
    z.object({
      ...ENTRY,
      verdict: z.enum(['landed', 'absent']),
      armedBy: z.string(),
      armedAt: z.number().optional(),
      /** The end that was judged. */
      ended: z.object({ phase: z.string(), at: z.number(), outcome: z.string() }).optional(),
    }),
    z.object({ ...ENTRY, did: z.enum(['retried', 'kept', 'discarded']) }),
  ]),
);

type Judged = Pick<Extract<z.output<typeof LOG>[number], { verdict: string }>, 'armedAt' | 'ended'>;

const TIMES = ['createdAt', 'claimedAt', 'armedAt', 'settledAt', 'metAt'] as const;

export interface ViewOptions {
  readonly leaseTtlMs: number;
  flightGraceMs(form: string): number;
}

/** A record for people: never the data, and what it says is free of secrets, as the record is. */
export function viewOf(
  { key, record, leaseLeftMs }: Standing,
  { leaseTtlMs, flightGraceMs }: ViewOptions,
): z.input<typeof Submission> {
  const { form = '', label = '', phase = '', messageId, reason } = record;
  const judged = judgedIn(record);
  return {
    key,
    form,
    label,
    phase,
    attempt: Number(record.attempt ?? 0),
    duplicates: Number(record.duplicates ?? 0),
    ...Object.fromEntries(TIMES.flatMap((name) => (record[name] ? [[name, isoOf(record[name])]] : []))),
    ...(messageId && { messageId }),
    ...(reason && { reason: withoutEvidence(reason) }),
    ...(leaseLeftMs !== undefined && {
      lease: { leftMs: leaseLeftMs, beatMsAgo: Math.max(0, leaseTtlMs - leaseLeftMs) },
    }),
    ...(judged && { armedBy: judged }),
    ...(judged &&
      phase !== 'refused' &&
      record.deadline && { absentFrom: isoOf(Number(record.deadline) + flightGraceMs(form)) }),
    ...(record.outcome && { outcome: outcomeOf(JSON.parse(record.outcome)) }),
    evidence: evidenceNameOf({ key, record }) !== undefined,
    log: LOG.parse(JSON.parse(record.log ?? '[]')).map(({ at, who, why, ...rest }) => ({
      at: isoOf(at),
      who,
      ...('verdict' in rest
        ? { did: rest.verdict, armedBy: rest.armedBy, ...judgedThen(rest) }
        : { did: rest.did }),
      why,
    })),
  };
}

/** What a decision was about: the next claim and its end have written over it in the record itself. */
function judgedThen({ armedAt, ended }: Judged) {
  return {
    ...(armedAt !== undefined && { armedAt: isoOf(armedAt) }),
    ...(ended && {
      ended: { phase: ended.phase, at: isoOf(ended.at), outcome: outcomeOf(JSON.parse(ended.outcome)) },
    }),
  };
}

/** Without where the picture lies: that is the business of links. */
export function outcomeOf(outcome: unknown): z.output<typeof Outcome> {
  return Outcome.parse(outcome);
}

/** What a resolution judges: of a refusal who settled it, else the arming. */
export function judgedIn(record: LedgerRecord): string | undefined {
  switch (record.phase) {
    case 'armed':
    case 'unknown':
      return record.armedBy;
    case 'refused':
      return record.settledBy;
    default:
      return undefined;
  }
}

/** The name of what was kept of this very submission, a picture or a page as text, wherever such things are kept. */
export function evidenceNameOf({ key, record }: Pick<Standing, 'key' | 'record'>): string | undefined {
  const { evidence } = JSON.parse(record.outcome ?? '{}') as { evidence?: string };
  const ofReason = evidenceIn(record.reason ?? '');
  return [evidence, ofReason]
    .map((place) => place && basename(place))
    .find((name) => name?.startsWith(`${key}-`) && /\.(png|txt)$/.test(name));
}

function isoOf(ms: number | string | undefined): string {
  return new Date(Number(ms)).toISOString();
}
