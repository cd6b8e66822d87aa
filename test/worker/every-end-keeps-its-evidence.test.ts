import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, type Seen, startTarget } from '../support/target.ts';
import { startWorld, until } from '../support/worker.ts';

interface Case {
  readonly page?: string;
  readonly answer?: (seen: Seen, response: ServerResponse) => unknown;
  readonly form?: Parameters<typeof testForm>[1];
  readonly phase: string;
  /** What is told of the submitting request; absent where none left. */
  readonly request?: { readonly status?: number };
}

const says =
  (body: string, status = 200) =>
  (_: Seen, response: ServerResponse) =>
    html(response, body, status);

const CASES: Readonly<Record<string, Case>> = {
  'a receipt': { answer: says(RECEIPT, 201), phase: 'submitted', request: { status: 201 } },
  'a refusal': { answer: says('<p id="refused">Full</p>', 422), phase: 'refused', request: { status: 422 } },
  'a refusal before the submit': { page: '<p id="refused">Closed</p>', phase: 'refused' },
  'no proof': { answer: says('<p>Hm</p>', 500), phase: 'unknown', request: { status: 500 } },
  'no answer': { answer: ({ socket }) => socket.resetAndDestroy(), phase: 'unknown', request: {} },
  'no answer in time, nor an end': {
    answer: () => {},
    // Its budget is more than the invocation has.
    form: { timeouts: { proofMs: 1_500 } },
    phase: 'unknown',
    request: {},
  },
  'a session that expires twice': {
    answer: says('<p id="stale">Sign in</p>', 403),
    form: { expired: (answer) => answer.$('#stale') },
    phase: 'unknown',
    request: { status: 403 },
  },
  'no proof, to be looked up later': {
    answer: says('<p>Hm</p>'),
    form: { verify: { url: () => 'http://127.0.0.1/', judge: () => undefined } },
    phase: 'armed',
  },
  'a challenge': {
    page: '<p id="captcha">Are you a robot?</p>',
    form: { challenge: (answer) => answer.$('#captcha') },
    phase: 'open',
  },
  'a request that nobody declared': {
    page: `<input name="name"><button onclick="fetch('api', { method: 'POST' })">Send</button>`,
    form: { timeouts: { actionMs: 800 } },
    phase: 'open',
  },
};

const folder = mkdtempSync(join(tmpdir(), 'sekali-evidence-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('every end keeps a picture, and what is known of the submitting request', async (t) => {
  const cases = Object.values(CASES);
  const target = await startTarget((seen, response) => {
    const [, nth = '', step] = seen.path.split('/');
    const one = cases[Number(nth)];
    if (step) return one?.answer?.(seen, response);
    return html(response, one?.page ?? PAGE.replace('/submit', 'submit?name=in-the-query'));
  });
  const forms = cases.map(({ form }, nth) =>
    testForm(target, {
      name: `case-${nth}`,
      url: () => `${target.url}/${nth}/`,
      timeouts: { proofMs: 1_500 },
      ...form,
    }),
  );
  const world = await startWorld({ target, forms, params: { reserveMs: 2_000, evidenceFolder: folder } });
  const beganMs = Date.now();
  await world.send(...forms.map(({ name }) => ({ form: name, data: { name: 'Ana' } })));
  world.startPolling();
  await until('a disposition of each', () => world.dispositions().length === cases.length, 90_000);
  const parked = await world.parked();

  for (const key of await world.keys()) {
    const record = await world.record(key);
    const [name, one] = Object.entries(CASES)[Number(record.form?.slice('case-'.length))] ?? ['', undefined];
    await t.test(name, () => {
      assert.ok(one);
      assert.equal(record.phase, one.phase);
      const { evidence, request } = JSON.parse(record.outcome ?? '{}');
      // An armed record has no room for it: the log line has.
      const waits = world.dispositions().find(({ why, key: of }) => why !== undefined && of === key);
      const [, inReason] = /\(evidence: (.+)\)$/.exec(String(record.reason ?? waits?.why)) ?? [];
      assert.ok(existsSync(evidence ?? inReason ?? ''), `${evidence} ${record.reason}`);
      if (one.phase === 'open') {
        const told = parked.find((message) => message.key === key)?.errors;
        assert.match(
          JSON.stringify(told),
          new RegExp(`\\(evidence: ${inReason}\\)`),
          'the parked message tells it too',
        );
      }
      if (one.request === undefined) return assert.equal(request, undefined);
      const { sentAt, tookMs, ...rest } = request;
      const nth = record.form?.slice('case-'.length);
      assert.deepEqual(rest, { method: 'POST', url: `${target.url}/${nth}/submit`, ...one.request });
      assert.ok(Date.parse(sentAt) >= beganMs && Date.parse(sentAt) <= Date.now());
      assert.equal(one.request.status === undefined, tookMs === undefined);
      if (tookMs !== undefined) assert.ok(Number.isInteger(tookMs) && tookMs >= 0 && tookMs < 60_000);
    });
  }
});
