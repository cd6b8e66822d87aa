import {
  checkbox,
  errorList,
  type Filled,
  hidden,
  input,
  markup,
  type Page,
  radios,
  rows,
  select,
  textarea,
} from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, redirect, type Site, textsOf } from '../site.ts';

const SITE = 'e-Visa Centre';
const COUNTRIES = { DE: 'Germany', JP: 'Japan', NL: 'Netherlands', SG: 'Singapore' };
const PURPOSES = { tourism: 'Tourism', business: 'Business', study: 'Study' };
const ENTRIES = { single: 'Single entry', multiple: 'Multiple entries' };
const VALID_MONTHS = 6;
const LAST = 3;

/** Three pages. Each is saved as a draft when one goes on; only the last one applies. */
export const visa: Site = {
  name: 'visa',
  title: 'Visa application',
  shows: 'three pages, each saved as a draft by a POST; the last one submits',
  start: '/visa',
  open({ record, entries }) {
    const sessions = new Sessions('visa');
    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        const nth = Number(/^\/steps\/([123])$/.exec(visit.path)?.[1] ?? (visit.path === '/' ? 1 : 0));
        if (visit.method === 'GET' && nth === 0) {
          const number = entries().find((one) => visit.path === `/applications/${one.number}`)?.number;
          return number === undefined ? undefined : html(receipt(number));
        }
        if (visit.method === 'GET') {
          const { csrf, memory, headers } = sessions.open(visit);
          // Nobody gets ahead of what is saved.
          if (nth > Number(memory.saved ?? 0) + 1) return redirect('/visa');
          return html(step(nth, csrf, memory, []), { headers });
        }
        const session = sessions.proven(visit);
        if (session === undefined) {
          const body = markup`<p class="timed-out">You were away for too long, your draft is gone. Please begin again.</p>`;
          return html({ site: SITE, title: 'Timed out', body });
        }
        const { csrf, memory } = session;
        const { csrf: _, ...filled } = textsOf(visit);
        if (nth < 1 || nth > Number(memory.saved ?? 0) + 1) return redirect('/visa');
        const errors = errorsOf(nth, filled);
        if (errors.length > 0) return html(step(nth, csrf, { ...memory, ...filled }, errors));
        Object.assign(memory, filled, { saved: String(nth) });
        if (nth < LAST) return redirect(`/visa/steps/${nth + 1}`);
        const { saved: _saved, truth: _truth, days, ...application } = memory;
        return redirect(`/visa/applications/${record({ ...application, days: Number(days) })}`);
      },
    };
  },
};

const PARTS: Readonly<Record<number, (filled: Filled) => readonly ReturnType<typeof markup>[]>> = {
  1: (filled) => [
    input('Surname', 'surname', filled),
    input('Given names', 'givenNames', filled),
    select('Nationality', 'nationality', COUNTRIES, filled, 'required'),
    input(
      'Passport number',
      'passport',
      filled,
      'type="text" required maxlength="9" style="text-transform: uppercase"',
    ),
    input('Passport valid until', 'validUntil', filled, 'type="date" required'),
  ],
  2: (filled) => [
    radios('Entries', 'entries', ENTRIES, filled),
    select('Purpose', 'purpose', PURPOSES, filled, 'required'),
    input('Arrival', 'arrival', filled, 'type="date" required'),
    input('Days of stay', 'days', filled, 'type="number" min="1" max="60" required'),
  ],
  3: (filled) => [
    textarea('Address in Indonesia', 'address', filled, 'rows="3" required'),
    input('Email', 'email', filled, 'type="email" required'),
    checkbox('What I have stated is true and complete', 'truth', filled, 'required'),
  ],
};

function step(nth: number, csrf: string, filled: Filled, errors: readonly string[]): Page {
  const body = markup`<p>Step ${nth} of ${LAST}</p>${errorList(errors)}
<form method="post" action="/visa/steps/${nth}">
${hidden('csrf', csrf)}
${PARTS[nth]?.(filled) ?? []}
<button type="submit">${nth < LAST ? 'Save and continue' : 'Submit application'}</button>
</form>`;
  return { site: SITE, title: 'Visa application', body };
}

function receipt(number: string): Page {
  return { site: SITE, title: 'Application received', body: rows({ 'Application number': number }) };
}

function errorsOf(nth: number, filled: Filled): string[] {
  const wrong = (checks: Readonly<Record<string, boolean>>) =>
    Object.entries(checks).flatMap(([error, isRight]) => (isRight ? [] : [error]));
  const { surname, givenNames, nationality = '', passport = '', validUntil = '' } = filled;
  const { entries = '', purpose = '', arrival = '', days, address, email = '', truth } = filled;
  if (nth === 1) {
    const months = (Date.parse(validUntil) - Date.now()) / (30 * 24 * 3_600_000);
    return wrong({
      'Surname and given names are needed.': Boolean(surname && givenNames),
      'Please choose a nationality.': Object.hasOwn(COUNTRIES, nationality),
      'The passport number is not valid.': /^[A-Z0-9]{6,9}$/.test(passport),
      [`The passport must be valid for ${VALID_MONTHS} months.`]: months >= VALID_MONTHS,
    });
  }
  if (nth === 2) {
    return wrong({
      'Please choose single or multiple entries.': Object.hasOwn(ENTRIES, entries),
      'Please choose a purpose.': Object.hasOwn(PURPOSES, purpose),
      'The arrival is not a date.': !Number.isNaN(Date.parse(arrival)),
      'A stay has from 1 to 60 days.': Number(days) >= 1 && Number(days) <= 60,
    });
  }
  return wrong({
    'The address is missing.': Boolean(address),
    'The email is not valid.': /^\S+@\S+$/.test(email),
    'Please confirm that it is true.': truth === 'yes',
  });
}
