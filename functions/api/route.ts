import type { z } from 'zod';
import type { Role, Who } from '../../lib/config/tokens.ts';
import type { Api } from './parts.ts';

export interface Answer {
  readonly status: number;
  /** Becomes JSON. */
  readonly body?: object;
  /** In place of JSON. */
  readonly bytes?: { readonly type: string; readonly content: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiRequest<Body, Query> {
  readonly who: Who;
  /** What stands in the path for `{name}`. */
  readonly path: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
}

/** `link`: a signature in the address takes the place of a token, and the route checks it. `anyone`: none is asked for. */
export type Access = Role | 'link' | 'anyone';

/** What an answer looks like, for the OpenAPI document. */
export interface Told {
  readonly what: string;
  /** Absent for what is no JSON. */
  readonly shape?: z.ZodType;
}

interface Definition<Body extends z.ZodType, Query extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** With `{name}` for what varies. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly body?: Body;
  readonly query?: Query;
  readonly answers: Readonly<Record<number, Told>>;
  /** Besides 401, 403, 500 and 503, which any route may answer. */
  readonly problems?: readonly (400 | 404 | 409 | 413 | 415 | 422)[];
  /** @throws Problem, LedgerError, ParkError (which becomes 422) */
  act(request: ApiRequest<z.output<Body>, z.output<Query>>, api: Api): Promise<Answer>;
}

export type Route = Definition<z.ZodType, z.ZodType>;

/** Types a route's body and query from their schemas. */
export function route<Body extends z.ZodType = z.ZodUndefined, Query extends z.ZodType = z.ZodUndefined>(
  definition: Definition<Body, Query>,
): Route {
  return definition as unknown as Route;
}
