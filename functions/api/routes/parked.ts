import { withoutEvidence } from '../../../lib/submission/evidence-note.ts';
import type { Missed, OnDesk } from '../../operate/parked-desk.ts';
import type { Api } from '../parts.ts';
import { Problem } from '../problem.ts';
import { type Answer, type ApiRequest, route } from '../route.ts';
import { Decided, OptionalReason, ParkedMessage, ParkedMessages, Reason } from '../schemas.ts';

export const listParked = route({
  method: 'GET',
  path: '/parked',
  summary: 'The parked messages, up to 200 of them',
  access: 'operate',
  answers: { 200: { what: 'What is parked', shape: ParkedMessages } },
  async act(_request, { desk }): Promise<Answer> {
    const { messages, complete } = await desk.list();
    return { status: 200, body: { messages: messages.map(shown), complete } };
  },
});

export const readParked = route({
  method: 'GET',
  path: '/parked/{id}',
  summary: 'One parked message, with what the ledger would answer if it were retried now',
  access: 'operate',
  answers: { 200: { what: 'The message', shape: ParkedMessage } },
  problems: [404, 409],
  async act({ path: { id = '' } }, { desk }): Promise<Answer> {
    const looked = await desk.look(id);
    if (looked.kind !== 'found') throw missed(id, looked);
    return { status: 200, body: shown(looked.on) };
  },
});

export const retryParked = route({
  method: 'POST',
  path: '/parked/{id}/retry',
  summary: 'Sends a parked message to the queue again, as old as it was',
  access: 'operate',
  body: OptionalReason,
  answers: { 200: { what: 'It is in the queue', shape: Decided } },
  problems: [400, 404, 409, 413, 415, 422],
  act: (request, api) => decide('retried', request, api),
});

export const keepParked = route({
  method: 'POST',
  path: '/parked/{id}/keep',
  summary: 'Parks a fresh copy, so that its retention starts anew',
  access: 'operate',
  body: OptionalReason,
  answers: { 200: { what: 'It is kept', shape: Decided } },
  problems: [400, 404, 409, 413, 415, 422],
  act: (request, api) => decide('kept', request, api),
});

export const discardParked = route({
  method: 'POST',
  path: '/parked/{id}/discard',
  summary: 'Deletes a parked message, with a reason',
  access: 'operate',
  body: Reason,
  answers: { 200: { what: 'It is gone', shape: Decided } },
  problems: [400, 404, 409, 413, 415, 422],
  act: (request, api) => decide('discarded', request, api),
});

async function decide(
  did: 'retried' | 'kept' | 'discarded',
  { who, path: { id = '' }, body }: ApiRequest<{ readonly why?: string | undefined }, undefined>,
  { desk }: Api,
): Promise<Answer> {
  const decided = await desk.decide(id, { did, who: who.name, why: body.why ?? '' });
  switch (decided.kind) {
    case 'done': {
      const { on, newId } = decided;
      return {
        status: 200,
        body: {
          did,
          id: on.message.id,
          ...(newId !== undefined && { newId }),
          ...(on.key !== undefined && { key: on.key }),
          ...(did === 'retried' && { willAnswer: on.willAnswer }),
        },
      };
    }
    case 'unknown':
      throw new Problem(
        'unknown',
        'It was sent without proof. Look it up at the target and resolve it; after "absent" it may be retried.',
        { members: { key: decided.on.key } },
      );
    case 'tooLarge':
      throw new Problem('tooLarge', 'With its age it is larger than the queue takes. It stays parked.');
    case 'none':
    case 'several':
      throw missed(id, decided);
    default:
      return decided satisfies never;
  }
}

function missed(id: string, missing: Missed): Problem {
  switch (missing.kind) {
    case 'several':
      return new Problem('several', `Several parked messages have the key ${id}. Name one by its id.`, {
        members: { ids: missing.ids },
      });
    case 'none':
      return missing.surely
        ? new Problem('notFound', `There is no parked message ${id}.`)
        : new Problem(
            'busy',
            `The parked message ${id} was not seen. Somebody else may be looking at it: try again in half a minute.`,
            { headers: { 'retry-after': '30' } },
          );
    default:
      return missing satisfies never;
  }
}

function shown({ message, understood, key, phase, willAnswer }: OnDesk): object {
  const { form, accepted, data } = understood;
  return {
    id: message.id,
    reason: message.reason,
    errors: message.errors.map((error) => ({ ...error, message: withoutEvidence(error.message) })),
    ...(key !== undefined && { key }),
    ...(form !== undefined && { form }),
    ...(accepted && { label: accepted.label }),
    createdAt: new Date(message.createdAtMs).toISOString(),
    ...(message.parkedAtMs !== undefined && { parkedAt: new Date(message.parkedAtMs).toISOString() }),
    ...(phase !== undefined && { phase }),
    willAnswer,
    bytes: Buffer.byteLength(message.body),
    ...(data && { data }),
  };
}
