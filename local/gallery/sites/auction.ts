import { checkbox, errorList, type Filled, hidden, input, markup, type Page, rows, select } from '../page.ts';
import { Sessions } from '../sessions.ts';
import { type Entry, html, own, redirect, type Site, textsOf } from '../site.ts';

const SITE = 'Balai Lelang Nusantara';
const PAYMENTS = { transfer: 'Bank transfer', card: 'Credit card' };

interface Lot {
  readonly title: string;
  readonly opening: number;
  /** What another bidder's standing order goes up to. */
  readonly topBid?: number;
  readonly ended?: true;
}

const LOTS: Readonly<Record<string, Lot>> = {
  'lot-8': { title: 'Batik tulis, 1962', opening: 400_000, ended: true },
  'lot-17': { title: 'Teak writing desk', opening: 1_500_000 },
  'lot-40': { title: 'Keris, 19th century', opening: 5_000_000, topBid: 20_000_000 },
};

const rupiah = (amount: number) => `Rp ${amount.toLocaleString('en-US')}`;

/** A bid must be above the opening price. With `dedupe` on, the price rises with each bid, as it would. */
export const auction: Site = {
  name: 'auction',
  title: 'Auction bid',
  shows: 'plain HTML; too low, outbid, highest bidder already, ended',
  start: '/auction/lot-17',
  open({ record, entries, switches }) {
    const sessions = new Sessions('auction');
    const best = (lot: string): Entry | undefined =>
      entries()
        .filter(({ fields }) => fields.lot === lot)
        .reduce<Entry | undefined>((top, one) => (amountOf(one) > amountOf(top) ? one : top), undefined);
    const price = (lot: string) =>
      Math.max(LOTS[lot]?.opening ?? 0, switches.dedupe ? amountOf(best(lot)) : 0);

    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        const [, name = '', below, number] = visit.path.split('/');
        const lot = own(LOTS, name);
        if (lot === undefined) return undefined;
        if (lot.ended)
          return html(told(lot, 'This auction has ended', markup`<p class="ended">Sold on 30 November.</p>`));
        if (visit.method === 'GET' && below === 'bids') {
          const entry = entries().find((one) => one.number === number);
          return entry && html(receipt(lot, entry));
        }
        if (visit.method === 'GET') {
          const { csrf, headers } = sessions.open(visit);
          return html(form(name, lot, price(name), csrf, {}, []), { headers });
        }
        const session = sessions.proven(visit);
        if (session === undefined) {
          return html(
            told(lot, 'Please try again', markup`<p class="expired">This page was open for too long.</p>`),
          );
        }
        const filled = textsOf(visit);
        const { bidder = '', payment = '', terms } = filled;
        const amount = Number(filled.amount);
        const top = best(name);
        if (switches.dedupe && top?.fields.bidder === bidder) {
          const said = markup`<p class="already">You are the highest bidder already, with ${rupiah(amountOf(top))}.</p>`;
          return html(told(lot, 'No bid needed', said));
        }
        const errors: string[] = [];
        if (!/^\d{4}$/.test(bidder)) errors.push('The bidder number has four digits.');
        if (!Object.hasOwn(PAYMENTS, payment)) errors.push('Please choose how you would pay.');
        if (terms !== 'yes') errors.push('Please accept the conditions of sale.');
        if (!(amount > price(name))) errors.push(`Your bid must be above ${rupiah(price(name))}.`);
        if (errors.length > 0) return html(form(name, lot, price(name), session.csrf, filled, errors));
        if (amount <= (lot.topBid ?? 0)) {
          const said = markup`<p class="outbid">You have been outbid: another bidder's standing order is higher.</p>`;
          return html(told(lot, 'Bid not taken', said));
        }
        return redirect(`/auction/${name}/bids/${record({ lot: name, bidder, amount, payment })}`);
      },
    };
  },
};

const amountOf = (entry: Entry | undefined) => Number(entry?.fields.amount ?? 0);

const told = (lot: Lot, title: string, body: Page['body']): Page => ({
  site: SITE,
  title: `${lot.title}: ${title}`,
  body,
});

function form(
  name: string,
  lot: Lot,
  price: number,
  csrf: string,
  filled: Filled,
  errors: readonly string[],
): Page {
  const body = markup`<p>Current bid <strong id="current">${rupiah(price)}</strong></p>${errorList(errors)}
<form method="post" action="/auction/${name}/bids" id="bid">
${hidden('csrf', csrf)}
${input('Bidder number', 'bidder', filled, 'type="text" inputmode="numeric" pattern="[0-9]{4}" required')}
${input('Your bid (Rp)', 'amount', filled, `type="number" min="${price + 1}" step="1" required`)}
${select('Payment', 'payment', PAYMENTS, filled, 'required')}
${checkbox('I accept the conditions of sale', 'terms', filled, 'required')}
<button type="submit" name="action" value="bid">Place bid</button>
<button type="submit" name="action" value="watch" formaction="/auction/${name}/watch">Only watch this lot</button>
</form>`;
  return { site: SITE, title: lot.title, body };
}

function receipt(lot: Lot, { number, fields }: Entry): Page {
  const what = { Bid: number, Bidder: String(fields.bidder), Amount: rupiah(Number(fields.amount)) };
  return told(
    lot,
    'Bid accepted',
    markup`<p>Bid <strong id="bid-number">${number}</strong> is in.</p>${rows(what)}`,
  );
}
