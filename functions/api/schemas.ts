/** The shapes of all requests and answers: what is checked, what `docs/openapi.json` says, and the types of clients. */
import { z } from 'zod';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import { moment } from '../../lib/queue/message.ts';
import { FIELD_CODES } from '../../lib/submission/errors.ts';
import { PHASES, type Phase } from '../../lib/submission/phases.ts';

const iso = z.iso.datetime();
const text = z.string().trim().min(1, 'must say something').max(1_000);
const fieldError = z.strictObject({
  field: z.string().describe('A dotted path, such as data.email; empty for the whole'),
  message: z.string(),
  code: z.enum(FIELD_CODES).optional().describe('For programs; absent where only the message can say it'),
  limit: z.number().optional().describe('With a code that begins with "too": what it may be'),
});

/** RFC 9457. */
export const Problem = z
  .looseObject({
    type: z.string().describe('urn:sekali:…; for programs, never changed'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('In plain words, what is wrong and what to do'),
    errors: z.array(fieldError).optional().describe('By field, where the request does not fit'),
  })
  .describe('What went wrong');

export const NewSubmission = z.strictObject({
  form: z.string().min(1).max(64).describe('One of GET /forms'),
  data: z.record(z.string(), z.unknown()).describe('As the schema of the form says'),
  notBefore: moment.optional().describe('Not to be worked on earlier; at most 7 days ahead'),
  expiresAt: moment.optional().describe('Not to be sent later'),
});

export const Outcome = z.object({
  text: z.string().describe('What proved it, or why nothing could be proven; free of secrets'),
  url: z.string().optional().describe('Without its query'),
  status: z.int().optional(),
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      sentAt: z.string(),
      status: z.int().optional(),
      tookMs: z.number().optional(),
    })
    .optional()
    .describe('The submitting request, where one was let go'),
});

export const Queued = z.strictObject({
  queued: z.literal(true),
  key: z.string(),
  messageId: z.string(),
  phase: z.string().optional().describe('Where the submission stands already; absent where it is new'),
  submission: z.string().describe('Where to look what became of it; 404 until a worker has claimed it'),
});

export const AlreadySettled = z.strictObject({
  queued: z.literal(false),
  key: z.string(),
  phase: z.enum(['submitted', 'refused']),
  outcome: Outcome.optional(),
  submission: z.string(),
});

export const Submission = z.strictObject({
  key: z.string(),
  form: z.string(),
  label: z.string().describe('For people; free of secrets'),
  phase: z.string().describe(PHASES.join(', ')),
  attempt: z.int(),
  duplicates: z.int().describe('Deliveries that were skipped because it was settled'),
  createdAt: iso.optional(),
  claimedAt: iso.optional().describe('Of the last claim'),
  armedAt: iso.optional(),
  settledAt: iso.optional(),
  metAt: iso.optional().describe('When a delivery last met it, armed or unknown'),
  messageId: z.string().optional(),
  reason: z.string().optional().describe('Why the last attempt did not come to an end'),
  lease: z
    .strictObject({ leftMs: z.number(), beatMsAgo: z.number().describe('Since the last heartbeat, about') })
    .optional()
    .describe('Somebody works on it'),
  armedBy: z
    .string()
    .optional()
    .describe(
      'What a resolution judges: the arming, of a refusal who settled it; absent where nothing is to resolve',
    ),
  absentFrom: iso
    .optional()
    .describe(
      '"absent" is believed only of a look that began after this; absent itself where it may be said at any time',
    ),
  outcome: Outcome.optional(),
  evidence: z.boolean().describe('Whether something was kept of what the target showed: GET …/evidence'),
  log: z
    .array(
      z.strictObject({
        at: iso,
        who: z.string(),
        did: z.enum(['landed', 'absent', 'retried', 'kept', 'discarded']),
        why: z.string(),
        armedBy: z.string().optional(),
        armedAt: iso.optional().describe('Of the arming that was judged'),
        ended: z
          .strictObject({ phase: z.string(), at: iso, outcome: Outcome })
          .optional()
          .describe('The end that was judged, as it stood then'),
      }),
    )
    .describe('What people, and the form’s own look-ups, decided'),
});

export const SubmissionPage = z.strictObject({
  submissions: z.array(Submission),
  cursor: z.string().optional().describe('Where to go on; absent at the end'),
});

const phaseOverview = z.strictObject({
  count: z.int(),
  newest: z
    .array(Submission)
    .describe(`Those that changed last, at most ${DEFAULTS.overviewNewest}; first the last one`),
});
export const Overview = z.strictObject({
  phases: z.strictObject(
    Object.fromEntries(PHASES.map((phase) => [phase, phaseOverview])) as Record<Phase, typeof phaseOverview>,
  ),
  complete: z
    .boolean()
    .describe('Whether all were looked at; else the counts are too small, and newer ones may be missing'),
  paused: z
    .array(z.strictObject({ form: z.string(), why: z.string() }))
    .describe('Forms that send nothing now: by the brake, or by a person'),
  tookMs: z.int().describe('So long Redis was asked; who asks again and again rests for a multiple of it'),
});

const judged = z.string().min(1).describe('armedBy of the submission that you looked at');
export const Resolution = z.discriminatedUnion(
  'verdict',
  [
    z.strictObject({
      verdict: z.literal('landed'),
      armedBy: judged,
      receipt: text.describe('What proves it; becomes the text of the outcome'),
      why: text.describe('How you know'),
    }),
    z.strictObject({
      verdict: z.literal('absent'),
      armedBy: judged,
      lookedAt: moment.describe('When you began to look at the target'),
      why: text.describe('How you know'),
    }),
  ],
  { error: 'must be landed or absent' },
);

export const Evidence = z.strictObject({
  url: z.string().describe('Needs no token'),
  type: z.enum(['image/png', 'text/plain; charset=utf-8']).describe('A picture, or a page as text'),
  expiresAt: iso.describe('From then on it answers 403; ask for another'),
});

export const Forms = z.strictObject({
  forms: z.array(
    z.strictObject({
      name: z.string(),
      identity: z.array(z.string()).describe('The fields that make a submission unique'),
      secret: z.array(z.string()).describe('The fields that are shown to nobody'),
      schema: z
        .record(z.string(), z.unknown())
        .describe('JSON Schema (2020-12) of data. A field with x-file takes { name, type, base64 }'),
    }),
  ),
});

export const Paused = z.strictObject({
  form: z.string(),
  paused: z.boolean(),
  why: z.string().describe('Why it is paused, or was'),
});

export const WillAnswer = z.strictObject({
  answer: z.enum([
    'free',
    'held',
    'settled',
    'unknown',
    'orphaned',
    'conflict',
    'stale',
    'paused',
    'wrongLedger',
    'untimely',
    'unacceptable',
  ]),
  text: z.string().describe('What that means, in plain words'),
});

export const ParkedMessage = z.strictObject({
  id: z.string().describe('Of the message in the parking queue; a kept one gets another'),
  reason: z.string(),
  errors: z.array(fieldError),
  key: z.string().optional().describe('Absent where none can be told: malformed, unknown form, invalid data'),
  form: z.string().optional(),
  label: z.string().optional().describe('For people; free of secrets'),
  createdAt: iso,
  parkedAt: iso.optional().describe('Not known where the queue itself moved it'),
  phase: z.string().optional().describe('Where the submission stands now; absent where there is no record'),
  willAnswer: WillAnswer.describe('What the ledger would answer if it were retried now'),
  bytes: z.int().describe('Of the body'),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Without secrets and files; absent where the form is not known, or it is large'),
});

export const ParkedMessages = z.strictObject({
  messages: z.array(ParkedMessage),
  complete: z.boolean().describe('Whether these are all'),
});

export const Reason = z.strictObject({ why: text });
export const OptionalReason = z.strictObject({ why: text.optional() });

export const Decided = z.strictObject({
  did: z.enum(['retried', 'kept', 'discarded']),
  id: z.string().describe('Of the message that is no longer parked'),
  newId: z.string().optional().describe('Of what was sent in its place'),
  key: z.string().optional(),
  willAnswer: WillAnswer.optional().describe('Of a retry: what the ledger will answer'),
});
