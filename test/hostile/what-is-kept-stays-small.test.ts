import { test } from 'node:test';
import { html, PAGE, RECEIPT } from '../support/target.ts';
import { redirect, SOON } from '../worker/target-cases.ts';
import { ONCE, receipt, runHostile, SENT_WITHOUT_PROOF, stops } from './hostile-pages.ts';

const LONG = 'words '.repeat(80_000);
const script = (text: string) => `${PAGE}<script>${text}</script>`;

test('pages that say half a megabyte where a line is usual: log and record keep a line', async (t) => {
  await runHostile(t, {
    'the receipt, and the title of its page': {
      page: PAGE,
      answer: (_, response) => html(response, `<title>${LONG}</title><p id="receipt">receipt ${LONG}</p>`),
      ends: ONCE,
    },
    'the refusal': {
      page: `<title>${LONG}</title><p id="refused">${LONG}</p>`,
      answer: receipt,
      ends: { phase: 'refused', deliveries: ['done'], posts: [] },
    },
    'an address that the page takes on, before and after it is sent': {
      page: script(`history.pushState('', '', '/submit/' + 'x'.repeat(500_000))`),
      answer: (_, response) =>
        html(response, `${RECEIPT}<script>history.pushState('', '', '/' + 'x'.repeat(500_000))</script>`),
      ends: ONCE,
    },
    'the address of a request that nobody declared': {
      ...stops(
        `<input name="name"><button onclick="fetch('/submit/' + 'x'.repeat(500_000), { method: 'POST' })">Send</button>`,
      ),
      form: { timeouts: { actionMs: 3_000 } },
      ends: { phase: 'open', deliveries: ['parked undeclaredSubmit'], posts: [] },
    },
    'the address that the answer leads to': {
      answer: (_, response) => redirect(response, `/${'x'.repeat(200_000)}`),
      form: SOON,
      ends: SENT_WITHOUT_PROOF,
    },
    'what it throws': {
      page: script(`setInterval(() => { throw new Error('x'.repeat(1e5)) }, 50)`),
      answer: receipt,
      ends: ONCE,
    },
    'the dialog that it asks in': {
      page: script(`document.forms[0].onsubmit = () => confirm('x'.repeat(500_000))`),
      answer: receipt,
      ends: ONCE,
    },
    'the headers of the page': {
      ...stops(''),
      serves: (response) => response.writeHead(200, { 'x-much': 'x'.repeat(500_000) }).end(PAGE),
    },
    'its cookies, more than the target itself takes back': {
      page: script(`for (let i = 0; i < 20; i++) document.cookie = i + '=' + 'x'.repeat(4_000)`),
      answer: receipt,
      form: SOON,
      // Answered with status 431, which alone proves nothing. The target's own server does not even tell the test of it.
      ends: { phase: 'unknown', deliveries: ['parked unknown'], posts: [] },
    },
    'the headers of the answer': {
      answer: (_, response) => response.writeHead(200, { 'x-much': 'x'.repeat(500_000) }).end(RECEIPT),
      form: SOON,
      ends: SENT_WITHOUT_PROOF,
    },
  });
});
