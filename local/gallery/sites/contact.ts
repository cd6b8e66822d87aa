import { checkbox, errorList, type Filled, hidden, input, markup, rows, select, textarea } from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, redirect, type Site, textsOf } from '../site.ts';

const SITE = 'Kopi Senja Roastery';
const TOPICS = { order: 'An order', wholesale: 'Wholesale', visit: 'Visiting us', other: 'Something else' };

/** A plain form: HTML, a hidden token, a cookie, and a redirect to the thanks. */
export const contact: Site = {
  name: 'contact',
  title: 'Contact form',
  shows: 'plain HTML, hidden token, redirect after POST',
  start: '/contact',
  open({ record, entries }) {
    const sessions = new Sessions('contact');
    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        if (visit.method === 'GET' && visit.path === '/') {
          const { csrf, headers } = sessions.open(visit);
          return html(form(csrf, {}, []), { headers });
        }
        if (visit.method === 'GET') {
          const entry = entries().find(({ number }) => visit.path === `/thanks/${number}`);
          return entry && html(thanks(entry.number, String(entry.fields.name)));
        }
        const session = sessions.proven(visit);
        if (session === undefined) return html(expired, { status: 403 });
        const { csrf: _, ...filled } = textsOf(visit);
        const errors = errorsOf(filled);
        if (errors.length > 0) return html(form(session.csrf, filled, errors));
        const { name, email, topic, message, newsletter } = filled;
        const number = record({ name, email, topic, message, newsletter: newsletter === 'yes' });
        return redirect(`/contact/thanks/${number}`);
      },
    };
  },
};

const expired = {
  site: SITE,
  title: 'Session expired',
  body: markup`<p class="expired">Your session has expired, please open the form again.</p>`,
};

function form(csrf: string, filled: Filled, errors: readonly string[]) {
  const body = markup`${errorList(errors)}
<form method="post" action="/contact" id="contact">
${hidden('csrf', csrf)}
${input('Your name', 'name', filled, 'type="text" required maxlength="80" autocomplete="name"')}
${input('E-mail address', 'email', filled, 'type="email" required autocomplete="email"')}
${select('Topic', 'topic', TOPICS, filled, 'required')}
${textarea('Message', 'message', filled, 'rows="5" required maxlength="2000"')}
${checkbox('Send me the monthly newsletter', 'newsletter', filled)}
<button type="submit">Send message</button>
</form>`;
  return { site: SITE, title: 'Write to us', body };
}

function thanks(number: string, name: string) {
  const body = markup`<p class="thanks">Thank you, ${name}. We answer within two days.</p>${rows({ Reference: number })}`;
  return { site: SITE, title: 'Message sent', body };
}

function errorsOf({ name, email = '', topic = '', message }: Filled): string[] {
  const errors: string[] = [];
  if (!name) errors.push('Your name is missing.');
  if (!/^\S+@\S+\.\S+$/.test(email)) errors.push('The e-mail address is not valid.');
  if (!Object.hasOwn(TOPICS, topic)) errors.push('Please choose a topic.');
  if (!message) errors.push('The message is empty.');
  return errors;
}
