import { z } from 'zod';
import { type FieldError, ParkError } from '../submission/errors.ts';
import type { Data } from '../submission/key.ts';

/** A moment as producers write it. */
export const moment = z.iso.datetime({
  offset: true,
  message: 'must be a time such as 2026-01-31T09:00:00Z (ISO 8601 with a zone)',
});

/** Unknown fields are refused: a misspelt `expiresAt` must not be ignored. */
const MESSAGE = z.strictObject({
  form: z.string().min(1),
  data: z.record(z.string(), z.unknown()),
  createdAt: moment.optional(),
  notBefore: moment.optional(),
  expiresAt: moment.optional(),
});

export interface Message {
  readonly form: string;
  readonly data: Data;
  readonly createdAtMs?: number;
  readonly notBeforeMs?: number;
  readonly expiresAtMs?: number;
}

/**
 * Reads the body of a queue message.
 * @throws ParkError `malformed` with the errors by field
 */
export function parseMessage(body: string): Message {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (error) {
    // The reader's own message quotes the body, which may hold what must not get into logs.
    const [position = ''] = /at position \d+/.exec((error as Error).message) ?? [];
    throw new ParkError('malformed', `the body is not JSON ${position}`.trimEnd());
  }
  const parsed = MESSAGE.safeParse(json);
  if (!parsed.success) {
    throw new ParkError('malformed', 'the message has the wrong shape', parsed.error.issues.map(fieldError));
  }
  const { form, data, createdAt, notBefore, expiresAt } = parsed.data;
  return {
    form,
    data,
    ...(createdAt === undefined ? {} : { createdAtMs: Date.parse(createdAt) }),
    ...(notBefore === undefined ? {} : { notBeforeMs: Date.parse(notBefore) }),
    ...(expiresAt === undefined ? {} : { expiresAtMs: Date.parse(expiresAt) }),
  };
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  return { field: issue.path.join('.'), message: issue.message };
}
