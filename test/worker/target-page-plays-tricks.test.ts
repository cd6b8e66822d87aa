import { test } from 'node:test';
import { html, PAGE, RECEIPT } from '../support/target.ts';
import { GIVEN_UP, NO_REQUEST, redirect, runCases, SUBMITTED, type TargetCase } from './target-cases.ts';

const ONCE = { ...SUBMITTED, posts: ['submit'] };
const NEVER = { ...GIVEN_UP, posts: [] };

const receipt: TargetCase['answer'] = (_, response) => html(response, RECEIPT);
/** So late that the page has moved on. */
const lateReceipt: TargetCase['answer'] = (_, response) => setTimeout(() => html(response, RECEIPT), 600);

const withScript = (script: string) =>
  `${PAGE}<script>const form = document.forms[0], button = document.querySelector('button');
  const send = () => fetch('/submit', { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  const cancelUnless = (meant) => (event) => { if (!meant()) event.preventDefault() };
  ${script}</script>`;

const plays = (script: string, answer = receipt): TargetCase => ({
  page: withScript(script),
  answer,
  ends: ONCE,
});

const BY_SCRIPT = { submission: { method: 'POST', path: /submit$/ } };
const CONFIRMS = `form.onsubmit = cancelUnless(() => confirm('Really?'))`;

test('pages that play tricks at the submit: one POST where it was meant, none where it was not', (t) =>
  runCases(t, {
    'the click submits twice and fetches': plays('button.onclick = () => { form.requestSubmit(); send() }'),
    'the click fetches first, and that is not declared': plays(
      'button.onclick = () => { send(); form.requestSubmit() }',
    ),
    'the click fetches first, and that is the submission': {
      ...plays('button.onclick = () => { send(); form.requestSubmit() }'),
      form: BY_SCRIPT,
    },
    'it submits once more while the answer is on its way': plays(
      'form.onsubmit = () => { setTimeout(() => form.submit(), 200) }',
      lateReceipt,
    ),
    'the same, and the answer leads on to the receipt': plays(
      'form.onsubmit = () => { setTimeout(() => form.submit(), 200) }',
      (seen, response, step) =>
        step === 'submit'
          ? setTimeout(() => redirect(response, 'thanks'), 600)
          : receipt(seen, response, step),
    ),
    'it fetches once more while the answer is on its way': {
      ...plays('form.onsubmit = () => { setTimeout(send, 200) }', lateReceipt),
      form: BY_SCRIPT,
    },
    'it loads itself anew while the answer is on its way': plays(
      'form.onsubmit = () => { setTimeout(() => location.reload(), 200) }',
      lateReceipt,
    ),
    'it sends a beacon when it is left': plays(
      `addEventListener('pagehide', () => navigator.sendBeacon('/submit', 'x'))`,
    ),
    'it asks whether the submit is meant': plays(CONFIRMS),
    'it asks whether it may be left': plays(`onbeforeunload = cancelUnless(() => false)`),
    'it warns, and wants a word typed': plays(
      `form.onsubmit = cancelUnless(() => { alert('Mind'); return prompt('Type yes', 'yes') !== null })`,
    ),
    'it asks whether the submit is meant, and the form says no': {
      ...plays(CONFIRMS),
      form: {
        ...NO_REQUEST,
        fill: async (page, { name }) => {
          page.on('dialog', (dialog) => void dialog.dismiss());
          await page.locator('input').fill(name);
        },
      },
      ends: NEVER,
    },
    'its button does nothing': {
      ...plays('form.onsubmit = cancelUnless(() => false)'),
      form: NO_REQUEST,
      ends: NEVER,
    },
    'its button stays disabled': {
      ...plays('button.disabled = true'),
      form: NO_REQUEST,
      ends: NEVER,
    },
    'its script never ends': {
      ...plays('form.onsubmit = () => { for (;;); }'),
      form: NO_REQUEST,
      ends: NEVER,
    },
  }));
