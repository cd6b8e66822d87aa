import { errorList, type Filled, hidden, input, markup, type Page, rows, select } from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, redirect, type Site, textsOf } from '../site.ts';

const SITE = 'Sanggar Tari Melati';
/** Everybody's: this site is about logins, not about passwords. */
const PASSWORD = 'melati-2026';
const COURSES = { saman: 'Saman', pendet: 'Pendet', jaipong: 'Jaipong' };
const SHIRTS = { S: 'S', M: 'M', L: 'L', XL: 'XL' };

/** The form is behind a login, and both carry a token. */
export const members: Site = {
  name: 'members',
  title: 'Course enrolment',
  shows: 'behind a login; tokens in both forms; wrong password, session that ends',
  start: '/members/enrol',
  open({ record, entries }) {
    const sessions = new Sessions('members');
    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        const { memory, csrf, headers } = sessions.open(visit);
        const login = (errors: readonly string[], filled: Filled = {}) =>
          html(loginPage(csrf, filled, errors), { headers });
        switch (`${visit.method} ${visit.path}`) {
          case 'GET /login':
            return login([]);
          case 'POST /login': {
            const filled = textsOf(visit);
            if (sessions.proven(visit) === undefined) return login(['Please try again.']);
            if (!filled.email || filled.password !== PASSWORD)
              return login(['Wrong e-mail or password.'], filled);
            memory.member = filled.email;
            return redirect('/members/enrol');
          }
          case 'GET /enrol':
            return memory.member
              ? html(enrolPage(csrf, memory.member, {}, []))
              : redirect('/members/login', headers);
          case 'POST /enrol': {
            if (sessions.proven(visit) === undefined || !memory.member) {
              const body = markup`<p class="logged-out">You have been logged out. Your enrolment was not saved.</p>`;
              return html({ site: SITE, title: 'Logged out', body }, { status: 401, headers });
            }
            const filled = textsOf(visit);
            const { course = '', shirt = '', begins = '' } = filled;
            const errors: string[] = [];
            if (!Object.hasOwn(COURSES, course)) errors.push('Please choose a course.');
            if (!Object.hasOwn(SHIRTS, shirt)) errors.push('Please choose a size.');
            if (!/^2\d{3}-\d{2}$/.test(begins)) errors.push('Please choose a month.');
            if (errors.length > 0) return html(enrolPage(csrf, memory.member, filled, errors));
            return redirect(`/members/enrolments/${record({ email: memory.member, course, shirt, begins })}`);
          }
          default: {
            const number = entries().find((one) => visit.path === `/enrolments/${one.number}`)?.number;
            if (number === undefined) return undefined;
            const body = markup`<p class="enrolled">You are enrolled.</p>${rows({ Enrolment: number })}`;
            return html({ site: SITE, title: 'Welcome', body });
          }
        }
      },
    };
  },
};

function loginPage(csrf: string, filled: Filled, errors: readonly string[]): Page {
  const body = markup`${errorList(errors)}
<form method="post" action="/members/login">
${hidden('csrf', csrf)}
${input('E-mail', 'email', filled, 'type="email" required autocomplete="username"')}
${input('Password', 'password', {}, 'type="password" required autocomplete="current-password"')}
<button type="submit">Log in</button>
</form>`;
  return { site: SITE, title: 'Members only', body };
}

function enrolPage(csrf: string, member: string, filled: Filled, errors: readonly string[]): Page {
  const body = markup`<p>Logged in as ${member}</p>${errorList(errors)}
<form method="post" action="/members/enrol">
${hidden('csrf', csrf)}
${select('Course', 'course', COURSES, filled, 'required')}
${select('Size of shirt', 'shirt', SHIRTS, filled, 'required')}
${input('First month', 'begins', filled, 'type="month" required')}
<button type="submit">Enrol</button>
</form>`;
  return { site: SITE, title: 'Enrol for a course', body };
}
