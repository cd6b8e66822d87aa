import type { Guard } from '../guard.ts';

const HTTP_ENDS = ['test/senders-http/sent-once-whatever-follows.test.ts'];
const KEPT_PAGE = ['test/senders-http/the-kept-page-hides-secrets.test.ts'];

/** Of the sender `http`. */
export const http: readonly Guard[] = [
  {
    guard: 'http: armed before the send',
    file: 'lib/senders/http-run.ts',
    find: 'await attempt.arm();',
    replace: 'attempt.arm().catch(() => {});',
    tests: ['test/senders-http/unsent-is-proven.test.ts'],
  },
  {
    guard: 'http: sent once, whatever comes back',
    file: 'lib/senders/http-send.ts',
    find: 'told = await session.ask(submission, signal);',
    replace: 'told = await session.ask(submission, signal).catch(() => session.ask(submission, signal));',
    tests: HTTP_ENDS,
  },
  {
    guard: 'http: unsent only where the proxy saw that nothing left',
    file: 'lib/senders/http-send.ts',
    find: "return reach === 'tunnelled'",
    replace: "return reach === 'none'",
    tests: HTTP_ENDS,
  },
  {
    guard: 'http: half a page proves nothing',
    file: 'lib/senders/http-follow.ts',
    find: 'if (!told.whole) return',
    replace: 'if (!told) return',
    tests: HTTP_ENDS,
  },
  {
    guard: 'http: what stood on the page before proves nothing',
    file: 'lib/senders/http-run.ts',
    find: 'judgeAfterSubmit(form, answer, before)',
    replace: 'judgeAfterSubmit(form, answer)',
    tests: HTTP_ENDS,
  },
  {
    guard: 'http: a server error refuses nobody',
    file: 'lib/senders/http-run.ts',
    find: ' || isDoubtful(judgement, answer)',
    replace: '',
    tests: HTTP_ENDS,
  },
  {
    guard: 'http: no more of an answer is read than fits',
    file: 'lib/senders/http-exchange.ts',
    find: 'if (left >= 0) continue;',
    replace: 'continue;',
    tests: HTTP_ENDS,
  },
  {
    guard: 'http: of a page that is cut no secret is kept',
    file: 'lib/senders/http-evidence.ts',
    find: 'none || (whole && body.length <= MAX_BYTES)',
    replace: 'none || body.length <= MAX_BYTES',
    tests: KEPT_PAGE,
  },
];
