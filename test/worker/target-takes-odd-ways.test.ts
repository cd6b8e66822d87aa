import { test } from 'node:test';
import { html, RECEIPT } from '../support/target.ts';
import {
  GIVEN_UP,
  NO_REQUEST,
  REFUSED,
  redirect,
  runCases,
  SOON,
  SUBMITTED,
  trickle,
  UNKNOWN,
} from './target-cases.ts';

const posts = ['submit'];

test('odd ways to answer: the end that the answer proves, and the POST once at each address', (t) =>
  runCases(t, {
    '307, then 308': {
      answer(_, response, step) {
        if (step === 'submit') redirect(response, 'further', 307);
        else if (step === 'further') redirect(response, 'last', 308);
        else html(response, RECEIPT);
      },
      ends: { ...SUBMITTED, posts: ['submit', 'further', 'last'] },
    },
    '100, 102 and 103 before the answer': {
      answer(_, response) {
        response.writeContinue();
        response.writeProcessing();
        const link = '</style.css>; rel=preload; as=style';
        response.writeEarlyHints({ link }, () => html(response, RECEIPT));
      },
      ends: { ...SUBMITTED, posts },
    },
    'character by character, within the time for a proof': {
      answer: (_, response) => trickle(response, RECEIPT, 10),
      ends: { ...SUBMITTED, posts },
    },
    'the receipt comes with status 500': {
      answer: (_, response) => html(response, RECEIPT, 500),
      ends: { ...SUBMITTED, posts },
    },
    'the receipt comes by meta refresh': {
      answer: (_, response, step) =>
        html(response, step === 'submit' ? '<meta http-equiv="refresh" content="0;url=thanks">' : RECEIPT),
      ends: { ...SUBMITTED, posts },
    },
    'errors with status 200, which the form knows': {
      answer: (_, response) => html(response, '<p id="refused">Choose a seat</p>'),
      ends: { ...REFUSED, posts },
    },
    'errors with status 200, which the form does not know': {
      answer: (_, response) => html(response, '<p class="hint">Choose a seat</p>'),
      form: SOON,
      ends: { ...UNKNOWN, posts },
    },
    'a refusal that takes its time to come in whole': {
      answer(_, response, step) {
        if (step === 'submit') return redirect(response, 'list');
        response.writeHead(200, { 'content-type': 'text/html' }).write('<p id="refused">Choose a seat</p>');
        return setTimeout(() => response.end('<p>the rest</p>'), 2_500);
      },
      ends: { ...REFUSED, posts },
    },
    'the form page itself is down, in the box that it also refuses in': {
      page: '<p id="refused">Down for repairs</p>',
      pageStatus: 503,
      answer: () => {},
      form: NO_REQUEST,
      ends: { ...GIVEN_UP, posts: [] },
    },
  }));
