/** What producers are told, for them to import: `docs/events.md`. */
import { z } from 'zod';
import type { LedgerRecord } from '../ledger/records.ts';
import { FIELD_CODES, PARK_REASONS } from '../submission/errors.ts';
import { PHASES } from '../submission/phases.ts';
import type { ParkedDelivery } from '../submission/ports.ts';

/** A form writes its labels; the bus takes 256 KB in all. */
const MAX_LABEL = 1_000;

const moment = z.iso.datetime();

const ALL = {
  id: z.string(),
  stage: z.string(),
  at: moment,
  messageId: z.string(),
  createdAt: moment,
};

const OUTCOME = z.strictObject({
  text: z.string(),
  url: z.string().optional(),
  status: z.int().optional(),
  evidence: z.string().optional(),
  request: z
    .strictObject({
      method: z.string(),
      url: z.string(),
      sentAt: moment,
      status: z.int().optional(),
      tookMs: z.number().optional(),
    })
    .optional(),
});

const DECISION = z.strictObject({
  who: z.string(),
  why: z.string(),
  verdict: z.enum(['landed', 'absent']),
});

const OF_RECORD = {
  ...ALL,
  form: z.string(),
  key: z.string(),
  label: z.string(),
  attempt: z.int(),
};

export const Event = z.discriminatedUnion('type', [
  // The end of a submission.
  z.strictObject({
    type: z.literal(['submitted', 'refused', 'unknown']),
    ...OF_RECORD,
    outcome: OUTCOME,
    decision: DECISION.optional(),
  }),
  // A look found that it was not accepted, or a refusal was taken back: it may be sent again.
  z.strictObject({ type: z.literal('reopened'), ...OF_RECORD, decision: DECISION }),
  // A message waits for a person.
  z.strictObject({
    type: z.literal('parked'),
    ...ALL,
    form: z.string().optional(),
    key: z.string().optional(),
    phase: z.enum(PHASES).optional(),
    reason: z.enum(PARK_REASONS),
    errors: z.array(
      z.strictObject({
        field: z.string(),
        message: z.string(),
        // As the API tells them: docs/api.md.
        code: z.enum(FIELD_CODES).optional(),
        limit: z.number().optional(),
      }),
    ),
  }),
]);
export type Event = z.output<typeof Event>;

/** What `settle.lua` and `resolve.lua` write beside the time: the record as it was then. */
interface Written {
  readonly type: Exclude<Event['type'], 'parked'>;
  readonly messageId: string;
  readonly attempt: number;
  readonly createdAt: number;
  readonly label: string;
}

/** What people and look-ups decided. */
type Log = readonly (Partial<z.output<typeof DECISION>> & { readonly at: number })[];

/** The event of a record with an end that nobody was told of. */
export function endOf(key: string, record: LedgerRecord, stage: string): Event {
  const { event = '', outcome = '', log = '[]', form = '' } = record;
  const { type, messageId, attempt, createdAt, label } = JSON.parse(event) as Written;
  const dueMs = Number(record.eventDue);
  // A verdict and its end are written in one step.
  const decided = (JSON.parse(log) as Log).findLast(
    ({ at, verdict }) => at === dueMs && verdict !== undefined,
  );
  return {
    // The same however often it is told.
    id: `${key}/${type}/${dueMs}`,
    type,
    stage,
    at: isoOf(dueMs),
    form,
    key,
    label: label.slice(0, MAX_LABEL),
    messageId,
    attempt,
    createdAt: isoOf(createdAt),
    // What is open again has none: what the record still has is of the end that was taken back.
    ...(type !== 'reopened' && { outcome: JSON.parse(outcome) }),
    ...(decided && { decision: { who: decided.who, why: decided.why, verdict: decided.verdict } }),
  } as Event;
}

/** The event of a message that the parking queue has taken. */
export function parkedOf(
  { messageId, createdAtMs, parkedAtMs, form, key, phase, reason, errors }: ParkedDelivery,
  stage: string,
): Event {
  return {
    id: `${messageId}/parked`,
    type: 'parked',
    stage,
    at: isoOf(parkedAtMs),
    messageId,
    createdAt: isoOf(createdAtMs),
    ...(form !== undefined && { form }),
    ...(key !== undefined && { key }),
    ...(phase !== undefined && { phase }),
    reason,
    errors: [...errors],
  };
}

/** A page may tell half a character, and a cut may make one: what is no Unicode is refused by strict readers. */
export function jsonOf(event: Event): string {
  return JSON.stringify(event, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
