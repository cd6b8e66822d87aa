import { createHash } from 'node:crypto';
import { errorList, type Filled, hidden, input, markup, type Page, radios, rows, textarea } from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, own, type Site, textsOf } from '../site.ts';

const SITE = 'PT Angin Timur: careers';
const POSITIONS: Readonly<Record<string, string>> = {
  engineer: 'Software engineer',
  accountant: 'Accountant',
};
const FILLED_POSITION = 'accountant';
const CONTRACTS = { full: 'Full time', part: 'Part time' };
const MAX_BYTES = 200_000;

/** The CV is checked by its bytes, and the receipt tells its size and hash. */
export const jobs: Site = {
  name: 'jobs',
  title: 'Job application',
  shows: 'an upload (multipart) whose bytes are checked; a position that is filled',
  start: '/jobs/engineer',
  open({ record }) {
    const sessions = new Sessions('jobs');
    return {
      expireSessions: () => sessions.clear(),
      async handle(visit) {
        const [, name = ''] = visit.path.split('/');
        const position = own(POSITIONS, name);
        if (position === undefined) return undefined;
        const say = (title: string, body: Page['body']): Page => ({
          site: SITE,
          title: `${position}: ${title}`,
          body,
        });
        if (name === FILLED_POSITION)
          return html(say('closed', markup`<p class="closed">This position is filled.</p>`));
        if (visit.method === 'GET') {
          const { csrf, headers } = sessions.open(visit);
          return html(say('apply', form(name, csrf, {}, [])), { headers });
        }
        const session = sessions.proven(visit);
        if (session === undefined) {
          return html(say('expired', markup`<p class="expired">Your session has expired.</p>`), {
            status: 403,
          });
        }
        const filled = textsOf(visit);
        const cv = visit.sent.get('cv');
        const file = cv instanceof File ? cv : new File([], '');
        const bytes = Buffer.from(await file.arrayBuffer());
        const errors = errorsOf(filled, bytes);
        if (errors.length > 0) return html(say('apply', form(name, session.csrf, filled, errors)));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const { fullName, email, contract, salary, startDate, letter = '' } = filled;
        const number = record({
          position: name,
          ...{ fullName, email, contract, salary: Number(salary), startDate },
          letter,
          cv: { name: file.name, type: file.type, size: bytes.length, sha256 },
        });
        const got = rows({
          'Application number': number,
          CV: file.name,
          Bytes: bytes.length,
          'SHA-256': sha256,
        });
        return html(say('thank you', markup`<div id="confirmation">${got}</div>`));
      },
    };
  },
};

function form(name: string, csrf: string, filled: Filled, errors: readonly string[]) {
  return markup`${errorList(errors)}
<form method="post" action="/jobs/${name}/applications" enctype="multipart/form-data">
${hidden('csrf', csrf)}
${input('Full name', 'fullName', filled)}
${input('Email', 'email', filled, 'type="email" required')}
${radios('Contract', 'contract', CONTRACTS, filled)}
${input('Expected salary (million Rp)', 'salary', filled, 'type="number" min="1" max="500" required')}
${input('Earliest start', 'startDate', filled, 'type="date" required')}
${textarea('Cover letter', 'letter', filled, 'rows="6" maxlength="4000"')}
${input('CV (PDF, up to 200 kB)', 'cv', {}, 'type="file" accept="application/pdf" required')}
<button type="submit">Send application</button>
</form>`;
}

function errorsOf(
  { fullName, email = '', contract = '', salary, startDate = '' }: Filled,
  cv: Buffer,
): string[] {
  const errors: string[] = [];
  if (!fullName) errors.push('The full name is missing.');
  if (!/^\S+@\S+$/.test(email)) errors.push('The email is not valid.');
  if (!Object.hasOwn(CONTRACTS, contract)) errors.push('Please choose a contract.');
  if (!(Number(salary) >= 1)) errors.push('Please tell the salary that you expect.');
  if (Number.isNaN(Date.parse(startDate))) errors.push('The earliest start is not a date.');
  if (cv.length > MAX_BYTES) errors.push('The CV is larger than 200 kB.');
  else if (cv.subarray(0, 5).toString() !== '%PDF-') errors.push('The CV is not a PDF.');
  return errors;
}
