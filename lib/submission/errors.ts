/**
 * The class of an error decides what happens next.
 *
 * | class       | next                                                                       |
 * |-------------|----------------------------------------------------------------------------|
 * | RetryError  | nothing was sent: the key is given back, the queue delivers the message again |
 * | ParkError   | a person must look: the message goes to the parking queue with the reason   |
 * | MisfitError | nothing was sent: tried again, and after several in a row the form is paused      |
 * | ConfigError | the function refuses to start                                               |
 *
 * There is no error for "armed without proof": whatever fails after arming is no reason to submit again.
 */

/** Why a message was parked. Goes into the parked message's attributes and the logs. */
export const PARK_REASONS = [
  'malformed',
  'unknownForm',
  'invalidData',
  'hostNotAllowed',
  'expired',
  'tooFarAhead',
  'stale',
  'conflict',
  'unknown',
  'attempts',
  'receives',
  'paused',
  'challenge',
  'undeclaredSubmit',
  'submittedDuringFill',
  'wrongSender',
] as const;
export type ParkReason = (typeof PARK_REASONS)[number];

/** What may be wrong with a field, for programs that tell it in their own words. Part of the API. */
export const FIELD_CODES = [
  'required',
  'type',
  'email',
  'url',
  'date',
  'time',
  'datetime',
  'format',
  'choice',
  'tooShort',
  'tooLong',
  'tooFew',
  'tooMany',
  'tooSmall',
  'tooLarge',
  'unexpected',
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/** One thing wrong with one field of a message; `field` is a dotted path, empty for the whole body. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** Absent where only the message can say it. */
  readonly code?: FieldCode;
  /** What a code that begins with "too" is about. */
  readonly limit?: number;
}

abstract class SubmissionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * Nothing was sent, and the submission was not at fault: no attempt is burnt, but for a spent time budget. (Any other error
 * before arming burns one.) Its subclasses say why.
 */
export abstract class RetryError extends SubmissionError {}

/** Thrown when Redis does not answer in time, refuses, or did not confirm a write on its replicas. */
export class LedgerError extends RetryError {}

/** Thrown when the lease was lost, or can no longer be certain. */
export class LeaseLostError extends RetryError {}

/** Thrown when too little of the invocation is left to wait for proof and settle. */
export class TimeBudgetError extends RetryError {}

/** Thrown when the worker was told to stop before arming. Another one may have the message at once. */
export class StoppingError extends RetryError {
  constructor() {
    super('the worker is being shut down');
  }
}

/** Thrown when the form was paused between claim and arm. */
export class PausedError extends RetryError {}

/** Thrown when the form may send nothing more in this minute. */
export class LimitedError extends RetryError {}

/** Thrown when only a person or a new definition of the form can help. Nothing was sent. */
export class ParkError extends SubmissionError {
  readonly reason: ParkReason;
  readonly errors: readonly FieldError[];

  constructor(reason: ParkReason, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.reason = reason;
    this.errors = errors.length > 0 ? errors : [{ field: '', message }];
  }
}

/**
 * Thrown when the page is not what the form's definition says: a control is missing, or does not take its value. Nothing was
 * sent. Burns an attempt.
 */
export class MisfitError extends SubmissionError {}

/** Thrown at start when a stage parameter or a form definition cannot work; names it. */
export class ConfigError extends SubmissionError {}

/** The message of whatever was thrown, for logs and records. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
