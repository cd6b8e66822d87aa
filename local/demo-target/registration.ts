/** What the demo target does with a form page asked for and with a form sent. */
import { randomBytes } from 'node:crypto';
import {
  alreadyPage,
  type Entry,
  EVENTS,
  expiredPage,
  type Fields,
  formPage,
  receiptPage,
  soldOutPage,
} from './pages.ts';

const MAX_SEATS = 4;

export interface Registration {
  /** CSRF tokens by session id. */
  readonly sessions: Map<string, string>;
  readonly entries: Entry[];
  readonly dedupe: boolean;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function html(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, body, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } };
}

/** The form page, in the visitor's session or a new one. */
export function form({ sessions }: Registration, cookies: string): Reply {
  const known = sessions.get(sessionOf(cookies));
  if (known) return html(200, formPage(known, {}, []));
  const [session, csrf] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  sessions.set(session, csrf);
  return html(200, formPage(csrf, {}, []), {
    'set-cookie': `session=${session}; Path=/; HttpOnly; SameSite=Lax`,
  });
}

export function accept(registration: Registration, cookies: string, body: URLSearchParams): Reply {
  const { sessions, entries, dedupe } = registration;
  const csrf = sessions.get(sessionOf(cookies));
  if (csrf === undefined || csrf !== body.get('csrf')) return html(403, expiredPage());

  const field = (name: keyof Fields) => body.get(name)?.trim() ?? '';
  const fields: Fields = {
    userId: field('userId'),
    fullName: field('fullName'),
    email: field('email'),
    eventId: field('eventId'),
    seats: field('seats'),
  };
  const errors = errorsOf(fields);
  if (errors.length > 0) return html(200, formPage(csrf, fields, errors));
  if (fields.eventId === 'sold-out-gala') return html(200, soldOutPage(fields.eventId));

  const earlier = entries.find(
    ({ userId, eventId }) => userId === fields.userId && eventId === fields.eventId,
  );
  if (dedupe && earlier) return html(200, alreadyPage(earlier.number));

  const number = `R-${String(entries.length + 1).padStart(5, '0')}`;
  entries.push({ ...fields, number, seats: Number(fields.seats), at: new Date().toISOString() });
  return html(303, '', { location: `/receipt/${number}` });
}

/** The page that a receipt number leads to; undefined when there is no such receipt. */
export function receipt({ entries }: Registration, path: string): Reply | undefined {
  const entry = entries.find(({ number }) => path === `/receipt/${number}`);
  return entry && html(200, receiptPage(entry));
}

function errorsOf({ userId, fullName, email, eventId, seats }: Fields): string[] {
  const errors: string[] = [];
  if (userId === '') errors.push('User id is missing.');
  if (fullName === '') errors.push('Full name is missing.');
  if (!/^\S+@\S+$/.test(email)) errors.push('Email is not an address.');
  if (!Object.hasOwn(EVENTS, eventId)) errors.push('There is no such event.');
  if (!/^[1-9]\d*$/.test(seats)) errors.push('Seats must be a number from 1 on.');
  else if (Number(seats) > MAX_SEATS) errors.push(`At most ${MAX_SEATS} seats for one person.`);
  return errors;
}

function sessionOf(cookies: string): string {
  return /(?:^|;\s*)session=([0-9a-f]+)/.exec(cookies)?.[1] ?? '';
}
