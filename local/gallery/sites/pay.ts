import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { errorList, type Filled, hidden, input, markup, type Page, raw, rows } from '../page.ts';
import { html, own, type Site, textsOf } from '../site.ts';

const SHOP = 'Yayasan Rumah Baca';
const WIDGET = 'NusaPay secure payment';
const INVOICES: Readonly<Record<string, number>> = { 'don-100': 100_000, 'don-250': 250_000 };
const DECLINED = '4000000000000002';

const GROUPS = raw(`<script>
  card.addEventListener('input', () => {
    card.value = card.value.replace(/\\D/g, '').slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ');
  });
  expiry.addEventListener('input', () => {
    expiry.value = expiry.value.replace(/\\D/g, '').slice(0, 4).replace(/^(..)(?=.)/, '$1/');
  });
</script>`);

/** A donation whose card form is a frame of somebody else: another origin, without cookies. The receipt appears in the frame. */
export const pay: Site = {
  name: 'pay',
  title: 'Donation by card',
  shows: 'the form, and its receipt, in a frame of another origin; masked card number; declined',
  start: '/pay/don-100',
  open({ record }) {
    // No cookie reaches a frame of another site: the token alone tells that the page is ours.
    const tokens = new Set<string>();
    const newToken = () => {
      const token = randomBytes(16).toString('hex');
      tokens.add(token);
      return token;
    };
    return {
      expireSessions: () => tokens.clear(),
      async handle(visit) {
        const [, part = '', invoice = ''] = visit.path.split('/');
        if (visit.method === 'GET' && own(INVOICES, part))
          return html(shop(part, await otherOrigin(visit.origin)));
        if (part !== 'widget' || !own(INVOICES, invoice)) return undefined;
        if (visit.method === 'GET') return html(widget(invoice, newToken(), {}, []));
        const { token = '', ...filled } = textsOf(visit);
        if (!tokens.has(token)) {
          const body = markup`<p class="expired">This payment page was open for too long. Nothing was charged.</p>`;
          return html({ site: WIDGET, title: 'Please reload', body });
        }
        const card = filled.card?.replaceAll(' ', '') ?? '';
        const errors = errorsOf({ ...filled, card });
        if (errors.length > 0) return html(widget(invoice, token, filled, errors));
        if (card === DECLINED) {
          const body = markup`<p class="declined">The card was declined. Nothing was charged.</p>`;
          return html({ site: WIDGET, title: 'Declined', body });
        }
        const { holder, expiry, cvc } = filled;
        const payment = record({ invoice, holder, card, expiry, cvc });
        const what = { Amount: INVOICES[invoice] ?? 0, Card: `•••• ${card.slice(-4)}` };
        const body = markup`<p>Payment <strong id="payment">${payment}</strong></p>${rows(what)}`;
        return html({ site: WIDGET, title: 'Paid', body });
      },
    };
  },
};

function shop(invoice: string, origin: string): Page {
  const frame = `${origin}/pay/widget/${invoice}`;
  const body = markup`<p>You give Rp ${(INVOICES[invoice] ?? 0).toLocaleString('en-US')}. Thank you!</p>
<iframe title="Card payment" src="${frame}"></iframe>`;
  return { site: SHOP, title: 'Books for every village', body };
}

/**
 * The gallery by the other name of this machine, which to a browser is another site. On some machines that name leads to an
 * IPv6 address as well, where nobody listens and which no form may reach: the frame is of the same origin there.
 */
export async function otherOrigin(origin: string): Promise<string> {
  const url = new URL(origin);
  const found = await lookup('localhost', { all: true }).catch(() => []);
  const isThis = found.length > 0 && found.every(({ address }) => address === '127.0.0.1');
  if (isThis) url.hostname = 'localhost';
  return url.origin;
}

function widget(invoice: string, token: string, filled: Filled, errors: readonly string[]): Page {
  const body = markup`${errorList(errors)}
<form method="post" action="/pay/widget/${invoice}" novalidate>
${hidden('token', token)}
${input('Name on card', 'holder', filled, 'type="text" autocomplete="cc-name"')}
${input('Card number', 'card', filled, 'type="text" inputmode="numeric" autocomplete="cc-number" maxlength="19"')}
${input('Expiry (MM/YY)', 'expiry', filled, 'type="text" autocomplete="cc-exp" maxlength="5"')}
${input('CVC', 'cvc', filled, 'type="password" inputmode="numeric" maxlength="4"')}
<button type="submit">Pay now</button>
</form>${GROUPS}`;
  return { site: WIDGET, title: 'Card', body };
}

function errorsOf({ holder, card = '', expiry = '', cvc = '' }: Filled): string[] {
  const errors: string[] = [];
  if (!holder) errors.push('The name on the card is missing.');
  if (!/^\d{16}$/.test(card)) errors.push('The card number has 16 digits.');
  if (!/^(0[1-9]|1[0-2])\/\d{2}$/.test(expiry)) errors.push('The expiry is written MM/YY.');
  if (!/^\d{3,4}$/.test(cvc)) errors.push('The CVC has 3 or 4 digits.');
  return errors;
}
