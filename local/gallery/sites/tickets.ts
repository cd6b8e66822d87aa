import {
  errorList,
  type Filled,
  hidden,
  input,
  markup,
  type Page,
  radios,
  raw,
  rows,
  select,
} from '../page.ts';
import { Sessions } from '../sessions.ts';
import { type Entry, html, own, redirect, type Site, textsOf } from '../site.ts';

const SITE = 'Panggung Tickets';
const CATEGORIES = { festival: 'Festival (standing)', tribune: 'Tribune (seated)' };
const COUNTS = { 1: '1 ticket', 2: '2 tickets', 3: '3 tickets', 4: '4 tickets' };
const MAX_TICKETS = 4;
/** So many visitors are before everybody else. */
const QUEUE_LENGTH = 2;
const HOLD_MINUTES = 8;

const REFRESH = raw('<script>setTimeout(() => location.reload(), 500);</script>');

interface Concert {
  readonly title: string;
  readonly soldOut?: true;
  readonly later?: true;
}

const EVENTS: Readonly<Record<string, Concert>> = {
  'jakarta-jazz': { title: 'Jakarta Jazz Night' },
  'java-rock': { title: 'Java Rock Festival', later: true },
  'bali-sunset': { title: 'Bali Sunset Concert', soldOut: true },
};

/** A queue before the form, which holds the seats for some minutes. */
export const tickets: Site = {
  name: 'tickets',
  title: 'Ticket sale',
  shows: 'a queue page that refreshes itself; sold out, not open yet, a hold that ends',
  start: '/tickets/jakarta-jazz',
  open({ record, entries, switches }) {
    const sessions = new Sessions('tickets');
    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        const [, name = '', below, number] = visit.path.split('/');
        const event = own(EVENTS, name);
        if (event === undefined) return undefined;
        const say = (title: string, body: Page['body'], head?: Page['body']): Page => ({
          site: SITE,
          title: `${event.title}: ${title}`,
          body,
          ...(head && { head }),
        });
        if (event.soldOut)
          return html(say('sold out', markup`<p class="sold-out">There are no tickets left.</p>`));
        if (event.later && !switches.saleOpen) {
          const when = markup`<p class="opens">The sale opens on Friday at 10:00 WIB. Please come back then.</p>`;
          return html(say('not on sale yet', when));
        }
        if (visit.method === 'GET' && below === 'orders') {
          const entry = entries().find((one) => one.number === number);
          return entry && html(say('your order', receipt(entry)));
        }
        if (visit.method === 'GET') {
          const { csrf, memory, headers } = sessions.open(visit);
          const before = Number(memory.before ?? QUEUE_LENGTH);
          memory.before = String(before - 1);
          if (before <= 0) return html(say('tickets', form(name, csrf, {}, [])), { headers });
          const body = markup`<p class="queue">You are in the queue. Before you: ${before}.</p>
<p>This page refreshes itself. Please leave it open, or you will lose your place.</p>`;
          return html(say('please wait', body, REFRESH), { headers });
        }
        const session = sessions.proven(visit);
        if (session === undefined) {
          const why = markup`<p class="hold-ended">The hold on your tickets has ended. Nothing was bought.</p>`;
          return html(say('too late', why));
        }
        const filled = textsOf(visit);
        const errors = errorsOf(filled);
        if (errors.length > 0) return html(say('tickets', form(name, session.csrf, filled, errors)));
        const { category, count, buyer, email, phone } = filled;
        const order = record({ event: name, category, count: Number(count), buyer, email, phone });
        return redirect(`/tickets/${name}/orders/${order}`);
      },
    };
  },
};

function form(name: string, csrf: string, filled: Filled, errors: readonly string[]) {
  return markup`${errorList(errors)}
<p>Your tickets are held for ${HOLD_MINUTES} minutes.</p>
<form method="post" action="/tickets/${name}/orders">
${hidden('csrf', csrf)}
${radios('Category', 'category', CATEGORIES, filled)}
${select('How many?', 'count', COUNTS, filled, 'required')}
<fieldset><legend>Buyer</legend>
${input('Name', 'buyer', filled)}
${input('E-mail', 'email', filled, 'type="email" required')}
${input('Mobile number', 'phone', filled, 'type="tel" required placeholder="+62…"')}
</fieldset>
<button type="submit">Order now</button>
</form>`;
}

function errorsOf({ category = '', count, buyer, email = '', phone = '' }: Filled): string[] {
  const errors: string[] = [];
  if (!Object.hasOwn(CATEGORIES, category)) errors.push('Please choose a category.');
  if (!(Number(count) >= 1 && Number(count) <= MAX_TICKETS)) errors.push(`From 1 to ${MAX_TICKETS} tickets.`);
  if (!buyer) errors.push('The name is missing.');
  if (!/^\S+@\S+$/.test(email)) errors.push('The e-mail address is not valid.');
  if (!/^\+?\d{8,15}$/.test(phone)) errors.push('The mobile number is not valid.');
  return errors;
}

function receipt({ number, fields }: Entry) {
  const what = { Tickets: Number(fields.count), Name: String(fields.buyer), 'E-mail': String(fields.email) };
  return markup`<p>Your booking code is <strong class="booking-code">${number}</strong>.</p>${rows(what)}`;
}
