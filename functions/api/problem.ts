import type { FieldError } from '../../lib/submission/errors.ts';

/** What each type means, and its status; the names are part of the API and never change. */
const PROBLEMS = {
  malformed: [400, 'The body cannot be read'],
  unauthorized: [401, 'Who are you?'],
  forbidden: [403, 'Not with this token'],
  linkExpired: [403, 'The link is over'],
  notFound: [404, 'There is no such thing'],
  methodNotAllowed: [405, 'Not by this method'],
  conflict: [409, 'Other data stands in the way'],
  tooEarly: [409, 'Too early to say'],
  otherArming: [409, 'Something else was judged'],
  notResolvable: [409, 'There is nothing to resolve'],
  unknown: [409, 'Its outcome is not known'],
  notPaused: [409, 'It is not paused'],
  several: [409, 'Several messages are meant'],
  busy: [409, 'Somebody else has it'],
  tooLarge: [413, 'Too large'],
  unsupportedMediaType: [415, 'Not of this type'],
  invalid: [422, 'It does not fit'],
  fault: [500, 'Sekali has failed'],
  unavailable: [503, 'Not now'],
  wrongLedger: [503, 'The ledger is not the one it was'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type ProblemType = keyof typeof PROBLEMS;
export const PROBLEM_TYPES = Object.keys(PROBLEMS) as readonly ProblemType[];

export interface ProblemMore {
  readonly errors?: readonly FieldError[];
  /** Further members of the answer. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a request with an RFC 9457 answer. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly headers: Readonly<Record<string, string>>;
  readonly #more: ProblemMore;

  /** @param detail for people: what is wrong, and what to do. Holds no value of a message */
  constructor(type: ProblemType, detail: string, more: ProblemMore = {}) {
    super(detail);
    this.type = type;
    this.headers = more.headers ?? {};
    this.#more = more;
  }

  get status(): number {
    return PROBLEMS[this.type][0];
  }

  get body(): object {
    const { errors, members } = this.#more;
    return {
      type: `urn:sekali:${this.type}`,
      title: PROBLEMS[this.type][1],
      status: this.status,
      detail: this.message,
      ...(errors && { errors }),
      ...members,
    };
  }
}

/** Redis or the queue: what was asked for may or may not have happened, and may be asked again. */
export function unavailable(what: string): Problem {
  return new Problem('unavailable', `${what} Try again in a few seconds.`, {
    headers: { 'retry-after': '5' },
  });
}
