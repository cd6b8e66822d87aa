import { errorList, type Filled, hidden, input, markup, type Page, raw, rows, select } from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, redirect, type Site, textsOf } from '../site.ts';

const SITE = 'Klinik Sehat Bersama';
const DOCTORS = { wulan: 'dr. Wulan (general)', hadi: 'drg. Hadi (dentist)' };
const FULL_DAY = '2027-01-01';

/** Nothing is sent unless a question is answered with yes. */
const ASK = raw(`<script>
  document.querySelector('form').addEventListener('submit', (event) => {
    if (!confirm('Book this appointment? Missing it costs a fee.')) event.preventDefault();
  });
</script>`);

export const appointments: Site = {
  name: 'appointments',
  title: 'Clinic appointment',
  shows: 'a question by confirm() before it is sent; a page to look it up; a day that is full',
  start: '/appointments',
  open({ record, entries }) {
    const sessions = new Sessions('appointments');
    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        const { csrf, headers } = sessions.open(visit);
        if (visit.method === 'GET' && visit.path === '/') return html(form(csrf, {}, []), { headers });
        if (visit.path === '/find') {
          const { patient, day, time } = Object.fromEntries(visit.query);
          const found = entries().find(
            ({ fields }) => fields.patient === patient && fields.day === day && fields.time === time,
          );
          const said = found
            ? rows({ Appointment: found.number })
            : markup`<p class="none">There is none.</p>`;
          return html({ site: SITE, title: 'My appointment', body: markup`<div id="found">${said}</div>` });
        }
        if (visit.method === 'GET') {
          const number = entries().find((one) => visit.path === `/booked/${one.number}`)?.number;
          if (number === undefined) return undefined;
          const body = markup`<p class="booked">Please come ten minutes early.</p>${rows({ Appointment: number })}`;
          return html({ site: SITE, title: 'Booked', body });
        }
        if (sessions.proven(visit) === undefined) {
          return html({
            site: SITE,
            title: 'Try again',
            body: markup`<p class="expired">Please try again.</p>`,
          });
        }
        const filled = textsOf(visit);
        const { patient = '', doctor = '', day = '', time = '' } = filled;
        const errors: string[] = [];
        if (patient === '') errors.push('The name is missing.');
        if (!Object.hasOwn(DOCTORS, doctor)) errors.push('Please choose a doctor.');
        if (Number.isNaN(Date.parse(day))) errors.push('Please choose a day.');
        if (!/^(0[89]|1[0-6]):[0-5]\d$/.test(time)) errors.push('We are open from 8 to 17.');
        if (errors.length > 0) return html(form(csrf, filled, errors));
        if (day === FULL_DAY) {
          return html({
            site: SITE,
            title: 'Full',
            body: markup`<p class="full">No time is free on this day.</p>`,
          });
        }
        return redirect(`/appointments/booked/${record({ patient, doctor, day, time })}`);
      },
    };
  },
};

function form(csrf: string, filled: Filled, errors: readonly string[]): Page {
  const body = markup`${errorList(errors)}
<form method="post" action="/appointments">
${hidden('csrf', csrf)}
${input('Name of the patient', 'patient', filled)}
${select('Doctor', 'doctor', DOCTORS, filled, 'required')}
${input('Day', 'day', filled, 'type="date" required')}
${input('Time', 'time', filled, 'type="time" required')}
<button type="submit">Book appointment</button>
</form>${ASK}`;
  return { site: SITE, title: 'Book an appointment', body };
}
