import {
  checkbox,
  errorList,
  type Filled,
  hidden,
  input,
  markup,
  type Page,
  raw,
  rows,
  select,
} from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, json, own, redirect, type Site, textsOf } from '../site.ts';

const SITE = 'Dinas Kependudukan dan Pencatatan Sipil';
const PROVINCES = { 31: 'DKI Jakarta', 32: 'Jawa Barat', 51: 'Bali' };
/** What lies below a province, and below a city: by code. */
const BELOW: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  31: { 3171: 'Jakarta Pusat', 3174: 'Jakarta Selatan' },
  32: { 3273: 'Kota Bandung', 3276: 'Kota Depok' },
  51: { 5103: 'Badung', 5171: 'Denpasar' },
  3171: { 317101: 'Gambir', 317106: 'Menteng' },
  3174: { 317401: 'Tebet', 317407: 'Kebayoran Baru' },
  3273: { 327302: 'Coblong', 327311: 'Lengkong' },
  3276: { 327601: 'Pancoran Mas', 327605: 'Beji' },
  5103: { 510301: 'Kuta', 510305: 'Kuta Selatan' },
  5171: { 517101: 'Denpasar Selatan', 517103: 'Denpasar Barat' },
};
/** Slower than a script that does not wait. */
const LOOKUP_MS = 150;
const ADULT_YEARS = 17;

/** The two lower lists are loaded once the one above is chosen; the id is written in groups of four while it is typed. */
const SCRIPT = raw(`<script>
  async function load(from, to) {
    to.replaceChildren(new Option('Loading …', ''));
    to.disabled = true;
    const found = from.value ? await (await fetch('/registration/areas?below=' + from.value)).json() : [];
    to.replaceChildren(new Option('Please choose', ''), ...found.map(({ code, name }) => new Option(name, code)));
    to.disabled = found.length === 0;
    to.dispatchEvent(new Event('change'));
  }
  province.addEventListener('change', () => load(province, city));
  city.addEventListener('change', () => load(city, district));
  nationalId.addEventListener('input', () => {
    const digits = nationalId.value.replace(/\\D/g, '').slice(0, 16);
    nationalId.value = digits.replace(/(.{4})(?=.)/g, '$1 ');
  });
</script>`);

export const registration: Site = {
  name: 'registration',
  title: 'Residence registration',
  shows: 'lists that load one another, a masked id, a date; already registered',
  start: '/registration',
  open({ record, entries, switches }) {
    const sessions = new Sessions('registration');
    return {
      expireSessions: () => sessions.clear(),
      async handle(visit) {
        if (visit.method === 'GET' && visit.path === '/areas') {
          await new Promise((resolve) => setTimeout(resolve, LOOKUP_MS));
          const areas = own(BELOW, visit.query.get('below') ?? '') ?? {};
          return json(Object.entries(areas).map(([code, name]) => ({ code, name })));
        }
        if (visit.method === 'GET' && visit.path === '/') {
          const { csrf, headers } = sessions.open(visit);
          return html(form(csrf, {}, []), { headers });
        }
        if (visit.method === 'GET') {
          const number = entries().find((one) => visit.path === `/receipts/${one.number}`)?.number;
          return number === undefined ? undefined : html(receipt(number));
        }
        const session = sessions.proven(visit);
        if (session === undefined) {
          return html(told('Session ended', markup`<p class="session-ended">Please begin again.</p>`), {
            status: 403,
          });
        }
        const filled = textsOf(visit);
        const nationalId = filled.nationalId?.replaceAll(' ', '') ?? '';
        const errors = errorsOf({ ...filled, nationalId });
        if (errors.length > 0) return html(form(session.csrf, filled, errors));
        const earlier = entries().find(({ fields }) => fields.nationalId === nationalId);
        if (switches.dedupe && earlier) {
          const said = markup`<p class="registered">This national id is registered already, as ${earlier.number}.</p>`;
          return html(told('Nothing to do', said));
        }
        const { fullName, birthDate = '', province, city, district, address } = filled;
        if (ageOf(birthDate) < ADULT_YEARS) {
          return html(
            told('Not possible', markup`<p class="rejected">You must be ${ADULT_YEARS} or older.</p>`),
          );
        }
        const kept = { nationalId, fullName, birthDate, province, city, district, address };
        return redirect(`/registration/receipts/${record(kept)}`);
      },
    };
  },
};

const told = (title: string, body: Page['body']): Page => ({ site: SITE, title, body });

function form(csrf: string, filled: Filled, errors: readonly string[]): Page {
  const id =
    'type="text" inputmode="numeric" required maxlength="19" placeholder="0000 0000 0000 0000" autocomplete="off"';
  const body = markup`${errorList(errors)}
<form method="post" action="/registration" novalidate>
${hidden('csrf', csrf)}
<fieldset><legend>Person</legend>
${input('National id (NIK)', 'nationalId', filled, id)}
${input('Full name', 'fullName', filled)}
${input('Date of birth', 'birthDate', filled, 'type="date" required max="2026-12-31"')}
</fieldset>
<fieldset><legend>Residence</legend>
${select('Province', 'province', PROVINCES, filled, 'required')}
${select('City or regency', 'city', own(BELOW, filled.province ?? '') ?? {}, filled, 'required')}
${select('District', 'district', own(BELOW, filled.city ?? '') ?? {}, filled, 'required')}
${input('Street and number', 'address', filled)}
</fieldset>
${checkbox('I declare that the above is true', 'declared', filled, 'required')}
<button type="submit">Register</button>
</form>${SCRIPT}`;
  return { site: SITE, title: 'Registration of residence', body };
}

function receipt(number: string): Page {
  return told('Registered', markup`<p>Keep this number.</p>${rows({ 'Registration number': number })}`);
}

function errorsOf(filled: Filled): string[] {
  const {
    nationalId = '',
    fullName,
    birthDate = '',
    province = '',
    city = '',
    district = '',
    address,
    declared,
  } = filled;
  const errors: string[] = [];
  if (!/^\d{16}$/.test(nationalId)) errors.push('A national id has 16 digits.');
  if (!fullName) errors.push('The full name is missing.');
  if (!(ageOf(birthDate) >= 0)) errors.push('The date of birth is not valid.');
  const areas = Object.hasOwn(PROVINCES, province) && Object.hasOwn(BELOW[province] ?? {}, city);
  if (!(areas && Object.hasOwn(BELOW[city] ?? {}, district)))
    errors.push('Province, city and district do not fit.');
  if (!address) errors.push('The street is missing.');
  if (declared !== 'yes') errors.push('The declaration is missing.');
  return errors;
}

/** Years, roughly; not a number where it is no date. */
function ageOf(birthDate: string): number {
  return (Date.now() - Date.parse(birthDate)) / (365.25 * 24 * 3_600_000);
}
