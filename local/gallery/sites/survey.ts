import { errorList, type Filled, hidden, input, markup, type Page, radios, rows, textarea } from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, type Site, textsOf } from '../site.ts';

const SITE = 'Kereta Cepat: passenger survey';
const GRADES = { 1: 'Poor', 2: 'Fair', 3: 'Good', 4: 'Very good' };

/** Answers in a new tab; the page with the form stays as it is. */
export const survey: Site = {
  name: 'survey',
  title: 'Passenger survey',
  shows: 'the answer comes in a new tab (target=_blank)',
  start: '/survey',
  open({ record }) {
    const sessions = new Sessions('survey');
    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        if (visit.path !== '/') return undefined;
        const { csrf, headers } = sessions.open(visit);
        if (visit.method === 'GET') return html(form(csrf, {}, []), { headers });
        if (sessions.proven(visit) === undefined) {
          const body = markup`<p class="expired">This survey was open for too long.</p>`;
          return html({ site: SITE, title: 'Please reload', body }, { status: 403 });
        }
        const filled = textsOf(visit);
        const { ticket = '', comfort = '', staff = '', remark = '' } = filled;
        const errors: string[] = [];
        if (!/^KC\d{6}$/.test(ticket)) errors.push('The ticket number looks like KC123456.');
        if (!(Object.hasOwn(GRADES, comfort) && Object.hasOwn(GRADES, staff)))
          errors.push('Please answer both questions.');
        if (errors.length > 0) return html(form(csrf, filled, errors));
        const number = record({ ticket, comfort: Number(comfort), staff: Number(staff), remark });
        const body = markup`<p>Terima kasih!</p>${rows({ 'Your code': number })}`;
        return html({ site: SITE, title: 'Thank you', body });
      },
    };
  },
};

function form(csrf: string, filled: Filled, errors: readonly string[]): Page {
  const body = markup`${errorList(errors)}
<form method="post" action="/survey" target="_blank">
${hidden('csrf', csrf)}
${input('Ticket number', 'ticket', filled, 'type="text" required pattern="KC[0-9]{6}"')}
${radios('How comfortable was the train?', 'comfort', GRADES, filled)}
${radios('How helpful was the staff?', 'staff', GRADES, filled)}
${textarea('Anything else?', 'remark', filled, 'rows="3" maxlength="500"')}
<button type="submit">Send answers</button>
</form>`;
  return { site: SITE, title: 'How was your journey?', body };
}
