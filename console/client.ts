import type { z } from 'zod';
import type * as schemas from '../functions/api/schemas.ts';

export type Submission = z.output<typeof schemas.Submission>;
export type Overview = z.output<typeof schemas.Overview>;
export type Evidence = z.output<typeof schemas.Evidence>;
export type FormInfo = z.output<typeof schemas.Forms>['forms'][number];
export type ParkedMessage = z.output<typeof schemas.ParkedMessage>;
export type ParkedMessages = z.output<typeof schemas.ParkedMessages>;
export type Decided = z.output<typeof schemas.Decided>;
export type WillAnswer = z.output<typeof schemas.WillAnswer>;
export type Resolution = z.input<typeof schemas.Resolution>;
export type NewSubmission = z.input<typeof schemas.NewSubmission>;
export type HandedIn = z.output<typeof schemas.Queued> | z.output<typeof schemas.AlreadySettled>;
export type ProblemBody = z.output<typeof schemas.Problem>;

/** The API says no, as RFC 9457. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  /** Without `urn:sekali:`; empty where it is not the API that answered. */
  readonly type: string;
  readonly body: Partial<ProblemBody>;

  constructor(status: number, body: Partial<ProblemBody>) {
    super(body.detail ?? `HTTP ${status}`);
    this.status = status;
    this.type = body.type?.replace('urn:sekali:', '') ?? '';
    this.body = body;
  }
}

/** A request that hangs must not keep a lock, or the one who polls. */
const TIMEOUT_MS = 20_000;

/** The HTTP API as docs/api.md tells it, with one person's token. */
export class Client {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** @throws Refusal where the API says no; another Error where no answer came */
  async #ask<T>(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (response.ok) return (await response.json()) as T;
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    throw new Refusal(response.status, isJson ? await response.json().catch(() => ({})) : {});
  }

  forms = (): Promise<{ readonly forms: readonly FormInfo[] }> => this.#ask('GET', '/forms');

  submit = (submission: NewSubmission, signal: AbortSignal): Promise<HandedIn> =>
    this.#ask('POST', '/submissions', submission, signal);

  overview = (signal: AbortSignal): Promise<Overview> => this.#ask('GET', '/overview', undefined, signal);

  submission = (key: string): Promise<Submission> => this.#ask('GET', `/submissions/${part(key)}`);

  evidence = (key: string): Promise<Evidence> => this.#ask('GET', `/submissions/${part(key)}/evidence`);

  resolve = (key: string, resolution: Resolution): Promise<Submission> =>
    this.#ask('POST', `/submissions/${part(key)}/resolution`, resolution);

  parked = (): Promise<ParkedMessages> => this.#ask('GET', '/parked');

  parkedOne = (idOrKey: string): Promise<ParkedMessage> => this.#ask('GET', `/parked/${part(idOrKey)}`);

  decide = (id: string, verb: 'retry' | 'keep' | 'discard', why: string): Promise<Decided> =>
    this.#ask('POST', `/parked/${part(id)}/${verb}`, why === '' ? {} : { why });
}

const part = encodeURIComponent;
