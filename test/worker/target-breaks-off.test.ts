import { test } from 'node:test';
import { html, RECEIPT } from '../support/target.ts';
import {
  cut,
  redirect,
  runCases,
  SOON,
  SUBMITTED,
  type TargetCase,
  trickle,
  UNKNOWN,
} from './target-cases.ts';

/** The target does so with the request that submits; each of these has recorded it. */
const unproven = (answer: TargetCase['answer']): TargetCase => ({
  answer,
  form: SOON,
  ends: { ...UNKNOWN, posts: ['submit'] },
});

/** Recorded, and sent on to a receipt that comes to nothing. */
const thanks = (answer: TargetCase['answer']): TargetCase =>
  unproven((seen, response, step) =>
    step === 'submit' ? redirect(response, 'thanks') : answer(seen, response, step),
  );

const LONGER = { 'content-length': '5000' };
const ERROR = '<p id="refused">Something went wrong</p>';

test('a target that took the POST and leaves open what became of it: unknown, parked, one POST', (t) =>
  runCases(t, {
    'it never answers': unproven(() => {}),
    'it answers 408, on which Chromium would send again': unproven((_, response) =>
      response.writeHead(408, { connection: 'close' }).end(),
    ),
    'it answers 500': unproven((_, response) => html(response, '<p>Oh no</p>', 500)),
    'it answers 500, in the box that it also refuses in': unproven((_, response) =>
      html(response, ERROR, 500),
    ),
    'it answers 503 to a script, in the words that it also refuses in': {
      ...unproven((_, response) => response.writeHead(503).end('try again later')),
      page: `<input name="name"><button onclick="fetch('/submit', { method: 'POST' })">Send</button>`,
      form: {
        ...SOON,
        submission: { method: 'POST', path: /submit$/ },
        refused: ({ text }) => /again later/.exec(text)?.[0],
      },
    },
    'it answers 200 and an empty page': unproven((_, response) => html(response, '')),
    'it answers 204, after which the page stays as it is': unproven((_, response) =>
      response.writeHead(204).end(),
    ),
    'the answer is cut short of its content-length': unproven((_, response) => cut(response, 'Th', LONGER)),
    'the answer is cut within its chunks': unproven((_, response) => cut(response, '<p>Thank you')),
    // Our client gives out no part of an answer.
    'the answer is cut after the receipt': unproven((_, response) => cut(response, RECEIPT, LONGER)),
    'the answer is cut within its head': unproven(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/ht', () => socket.destroy()),
    ),
    'the answer is no HTTP': unproven(({ socket }) => socket.end('thank you\n')),
    'the answer comes character by character, beyond the time for a proof': unproven((_, response) =>
      trickle(response, RECEIPT.repeat(5), 100),
    ),
    'the receipt page answers 500': thanks((_, response) => html(response, '<p>Oh no</p>', 500)),
    'the receipt page answers 500, in the box that it also refuses in': thanks((_, response) =>
      html(response, ERROR, 500),
    ),
    'the receipt page resets': thanks((_, response) => response.socket?.resetAndDestroy()),
    'the receipt page is cut after something that looks like a refusal': thanks((_, response) =>
      cut(response, ERROR, LONGER),
    ),
    'the receipt page is cut after the receipt, which nothing overturns': {
      ...thanks((_, response) => cut(response, RECEIPT, LONGER)),
      // What of it is not there yet is waited for first.
      form: {},
      ends: { ...SUBMITTED, posts: ['submit'] },
    },
    'the receipt page leads in circles': thanks((_, response, step) =>
      redirect(response, step === 'there' ? 'back' : 'there', 302),
    ),
    'the receipt page loads itself again and again': thanks((_, response) =>
      html(response, '<script>location.reload()</script>'),
    ),
    'the receipt page is on a host that the form may not reach': thanks((_, response) =>
      redirect(response, 'http://elsewhere.example/thanks'),
    ),
  }));
