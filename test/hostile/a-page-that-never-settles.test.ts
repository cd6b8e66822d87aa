import { test } from 'node:test';
import { html, PAGE, RECEIPT } from '../support/target.ts';
import { redirect } from '../worker/target-cases.ts';
import { BRIEF, NEVER_SENT, ONCE, receipt, runHostile, stops } from './hostile-pages.ts';

const plays = (script: string) => `${PAGE}<script>${script}</script>`;
const answers = { answer: receipt, form: BRIEF, ends: NEVER_SENT };

test('pages that never settle: nothing is sent, and each ends in its time', async (t) => {
  await runHostile(t, {
    'it is never through with loading': { ...answers, serves: (response) => response.write('<p>wait') },
    'its head never comes': { ...answers, serves: () => {} },
    'its parts never come, and it submits all the same': {
      page: `${PAGE}<img src="/submit/image"><iframe src="/submit/frame"></iframe>`,
      answer: (seen, response) => (seen.method === 'POST' ? html(response, RECEIPT) : undefined),
      ends: ONCE,
    },
    'its script never ends': stops(plays('for (;;);')),
    'its script begins without end, after it was loaded': stops(
      plays(`document.querySelector('input').oninput = () => { for (;;); }`),
    ),
    'it loads itself anew for ever': stops(plays('location.reload()')),
    'it redirects for ever': { ...answers, serves: (response, { path }) => redirect(response, path, 302) },
    'it refreshes itself for ever': stops('<meta http-equiv="refresh" content="0">'),
    'it alerts without end': stops(plays(`for (;;) alert('x')`)),
    'it asks without end': stops(plays(`for (;;) { confirm('x'); prompt('x', 'y') }`)),
    'it alerts without end at the submit': stops(
      plays(`document.forms[0].onsubmit = () => { for (;;) alert('x') }`),
    ),
    'it goes elsewhere time and again, and asks whether it may be left': stops(
      plays(`onbeforeunload = () => false; setInterval(() => { location.href = '/submit/away' }, 50)`),
    ),
  });
});
