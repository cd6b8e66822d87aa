import { errorList, type Filled, hidden, input, markup, type Page, raw, rows, select } from '../page.ts';
import { Sessions } from '../sessions.ts';
import { html, own, type Site, textsOf } from '../site.ts';

const SITE = 'Warung Online';
const DISHES = { rendang: 'Rendang', gado: 'Gado-gado', sate: 'Sate ayam' };

/** Two ways in which a page's script submits what the browser submits as well. Both send two orders for one click. */
const SCRIPTS: Readonly<Record<string, string>> = {
  // "To be on the safe side": the same by fetch, from the handler of the click.
  fetch: `button.addEventListener('click', () => {
    fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  });`,
  // A handler that submits and forgets that the button does so, too.
  form: `button.addEventListener('click', () => { form.submit(); });`,
};

export const orders: Site = {
  name: 'orders',
  title: 'Food order',
  shows: 'a script that submits twice: by fetch and natively, or by the form itself',
  start: '/orders/fetch',
  open({ record }) {
    const sessions = new Sessions('orders');
    return {
      expireSessions: () => sessions.clear(),
      handle(visit) {
        const way = visit.path.slice(1);
        const script = own(SCRIPTS, way);
        if (script === undefined) return undefined;
        const { csrf, headers } = sessions.open(visit);
        if (visit.method === 'GET') return html(page(way, script, csrf, {}, []), { headers });
        if (sessions.proven(visit) === undefined) {
          return html({
            site: SITE,
            title: 'Try again',
            body: markup`<p class="expired">Please try again.</p>`,
          });
        }
        const filled = textsOf(visit);
        const { dish = '', portions, table = '' } = filled;
        const errors: string[] = [];
        if (!Object.hasOwn(DISHES, dish)) errors.push('Please choose a dish.');
        if (!(Number(portions) >= 1)) errors.push('How many portions?');
        if (!/^\d{1,2}$/.test(table)) errors.push('Which table?');
        if (errors.length > 0) return html(page(way, script, csrf, filled, errors));
        const number = record({ way, table: Number(table), dish, portions: Number(portions) });
        const body = markup`<p class="ordered">On its way!</p>${rows({ Order: number })}`;
        return html({ site: SITE, title: 'Thank you', body });
      },
    };
  },
};

function page(way: string, script: string, csrf: string, filled: Filled, errors: readonly string[]): Page {
  const body = markup`${errorList(errors)}
<form method="post" action="/orders/${way}">
${hidden('csrf', csrf)}
${input('Table', 'table', filled, 'type="number" min="1" max="99" required')}
${select('Dish', 'dish', DISHES, filled, 'required')}
${input('Portions', 'portions', filled, 'type="number" min="1" max="9" required')}
<button type="submit">Order</button>
</form>
<script>
  const form = document.querySelector('form');
  const button = document.querySelector('button');
  ${raw(script)}
</script>`;
  return { site: SITE, title: 'Order at your table', body };
}
