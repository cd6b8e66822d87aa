/** What a site of the gallery is, and what it knows of a visit. */
import { type Page, pageOf } from './page.ts';

export interface Visit {
  readonly method: string;
  /** Below the site's own: `/` or `/bids`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Where the gallery is, as the visitor wrote it. */
  readonly origin: string;
  /** What a form sent, urlencoded or multipart: texts and files. Empty where nothing was. */
  readonly sent: FormData;
  /** What a script sent as JSON. */
  readonly json: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a site accepted once, however often it was the same. */
export interface Entry {
  readonly number: string;
  /** ISO 8601. */
  readonly at: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a site has of the gallery. */
export interface Ground {
  /** Keeps what was accepted; answers its number. */
  record(fields: Entry['fields']): string;
  entries(): readonly Entry[];
  readonly switches: Switches;
}

/** How the sites behave; may be changed while they run. */
export interface Switches {
  /** Sites tell a submission that they have already. Off: what is sent twice is an entry twice, and can be counted. */
  dedupe: boolean;
  /** The sale that begins later has begun. */
  saleOpen: boolean;
}

export type Handle = (visit: Visit) => Reply | undefined | Promise<Reply | undefined>;

export interface Site {
  /** Its path, and the name of its form. */
  readonly name: string;
  readonly title: string;
  /** What makes it hard, in a few words. */
  readonly shows: string;
  /** Where a visit begins. */
  readonly start: string;
  open(ground: Ground): { readonly handle: Handle; expireSessions?(): void };
}

export function html(page: Page, options: { status?: number; headers?: Reply['headers'] } = {}): Reply {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return { status: options.status ?? 200, headers: { ...headers, ...options.headers }, body: pageOf(page) };
}

export const redirect = (location: string, headers: Reply['headers'] = {}): Reply => ({
  status: 303,
  headers: { location, ...headers },
  body: '',
});

export const json = (value: unknown, status = 200, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** What a list has under a name that a visitor wrote. */
export function own<Value>(list: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(list, name) ? list[name] : undefined;
}

/** The texts of what a form sent, trimmed, with plain line breaks; of several with one name the last. */
export function textsOf({ sent }: Visit): Record<string, string> {
  return Object.fromEntries(
    [...sent].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim().replaceAll('\r\n', '\n')]] : [],
    ),
  );
}
