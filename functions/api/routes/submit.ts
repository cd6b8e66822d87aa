import { DEFAULTS } from '../../../lib/config/defaults.ts';
import { preview } from '../../../lib/ledger/preview.ts';
import type { FieldError } from '../../../lib/submission/errors.ts';
import { Problem } from '../problem.ts';
import { MAX_BODY_BYTES } from '../read-request.ts';
import { type Answer, route } from '../route.ts';
import { AlreadySettled, NewSubmission, Queued } from '../schemas.ts';
import { outcomeOf } from '../submission-view.ts';

/** So that it can still be sent again with its `createdAt` as an attribute, should it be parked. */
export const MAX_MESSAGE_BYTES = MAX_BODY_BYTES - 100;

export const submit = route({
  method: 'POST',
  path: '/submissions',
  summary: 'Hands a submission in',
  access: 'send',
  body: NewSubmission,
  answers: {
    202: { what: 'It is in the queue; Location says where to look', shape: Queued },
    200: { what: 'This very data was settled before; nothing is queued', shape: AlreadySettled },
  },
  problems: [400, 409, 413, 415, 422],
  async act({ body }, api): Promise<Answer> {
    const { form, data, ...times } = body;
    const nowMs = api.nowMs();
    refuseTimes(times, nowMs);
    const { key, dataHash } = api.accept(form, data);
    const text = JSON.stringify({ form, data, createdAt: new Date(nowMs).toISOString(), ...times });
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_MESSAGE_BYTES) {
      throw new Problem('tooLarge', `The message has ${bytes} bytes; the queue takes ${MAX_MESSAGE_BYTES}.`);
    }
    const submission = `/submissions/${key}`;
    const { kind, phase, outcome } = await preview(
      api.connection,
      { key, form, dataHash, createdAtMs: nowMs },
      api.ledgerOptions,
    );
    switch (kind) {
      case 'settled':
        return {
          status: 200,
          body: { queued: false, key, phase, ...(outcome && { outcome: outcomeOf(outcome) }), submission },
        };
      case 'conflict':
        throw new Problem('conflict', `Other data for the same identity is ${phase}. Nothing was queued.`, {
          members: { key, phase },
        });
      case 'wrongLedger':
        throw new Problem('wrongLedger', 'Redis was emptied or swapped. Nothing was queued. Run doctor.');
      // Perhaps all of these end soon: each delivery must come to its own end.
      case 'free':
      case 'held':
      case 'orphaned':
      case 'unknown':
      case 'paused':
      case 'stale':
        return queued(await api.enqueue(text), { key, phase, submission });
      default:
        return kind satisfies never;
    }
  },
});

function queued(
  messageId: string,
  {
    phase,
    ...rest
  }: { readonly key: string; readonly phase: string | undefined; readonly submission: string },
): Answer {
  return {
    status: 202,
    body: { queued: true, messageId, ...rest, ...(phase !== undefined && { phase }) },
    headers: { location: rest.submission },
  };
}

/** What the worker would park at once. @throws Problem 422 */
function refuseTimes(
  {
    notBefore,
    expiresAt,
  }: { readonly notBefore?: string | undefined; readonly expiresAt?: string | undefined },
  nowMs: number,
): void {
  const errors: FieldError[] = [];
  if (notBefore !== undefined && Date.parse(notBefore) - nowMs > DEFAULTS.maxAheadMs) {
    errors.push({ field: 'notBefore', message: 'is more than 7 days ahead: send the message later' });
  }
  if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs) {
    errors.push({ field: 'expiresAt', message: 'has passed' });
  }
  if (errors.length > 0) throw new Problem('invalid', 'The times do not fit; errors says how.', { errors });
}
