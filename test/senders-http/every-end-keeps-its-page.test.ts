import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type HttpForm, httpForm, noBrowsers } from '../support/http-run.ts';
import { html, PAGE, RECEIPT, type Seen, startTarget } from '../support/target.ts';
import { startWorld, until } from '../support/worker.ts';

interface Case {
  readonly page?: string;
  readonly answer?: (seen: Seen, response: ServerResponse) => unknown;
  readonly form?: HttpForm;
  readonly phase: string;
  /** What is told of the submitting request; absent where none left. */
  readonly request?: { readonly status?: number };
  /** What the page that is kept says first; absent where no page came. */
  readonly keeps?: string;
}

const says =
  (body: string, status = 200) =>
  (_: Seen, response: ServerResponse) =>
    html(response, body, status);

const CASES: Readonly<Record<string, Case>> = {
  'a receipt': {
    answer: says(RECEIPT, 201),
    phase: 'submitted',
    request: { status: 201 },
    keeps: `201 /submit\n\n${RECEIPT}`,
  },
  'a receipt that a redirect leads to': {
    answer: ({ path }, response) =>
      path.endsWith('/thanks')
        ? html(response, RECEIPT)
        : response.writeHead(303, { location: 'thanks?name=Ana' }).end(),
    phase: 'submitted',
    request: { status: 303 },
    keeps: `200 /thanks\n\n${RECEIPT}`,
  },
  'a refusal': {
    answer: says('<p id="refused">Full</p>', 422),
    phase: 'refused',
    request: { status: 422 },
    keeps: '422 /submit\n\n<p id="refused">Full</p>',
  },
  'a refusal before the submit': {
    page: '<p id="refused">Closed</p>',
    phase: 'refused',
    keeps: '200 /\n\n<p id="refused">Closed</p>',
  },
  'no proof': { answer: says('<p>Hm</p>', 500), phase: 'unknown', request: { status: 500 }, keeps: '500 ' },
  'a redirect that leads nowhere': {
    answer: ({ path, socket }, response) =>
      path.endsWith('/gone')
        ? socket.resetAndDestroy()
        : response.writeHead(302, { location: 'gone' }).end('moved'),
    phase: 'unknown',
    request: { status: 302 },
    keeps: '302 /submit\n\nmoved',
  },
  'no answer': { answer: ({ socket }) => socket.resetAndDestroy(), phase: 'unknown', request: {} },
  'no answer in time': { answer: () => {}, phase: 'unknown', request: {} },
  'a session that expires twice': {
    answer: says('<p id="stale">Sign in</p>', 403),
    form: { expired: (answer) => answer.$('#stale') },
    phase: 'unknown',
    request: { status: 403 },
    keeps: '403 /submit',
  },
  'no proof, to be looked up later': {
    answer: says('<p>Hm</p>'),
    form: { verify: { url: () => 'http://127.0.0.1/', judge: () => undefined } },
    phase: 'armed',
    keeps: '200 /submit\n\n<p>Hm',
  },
  'a challenge': {
    page: '<p id="captcha">Are you a robot?</p>',
    form: { challenge: (answer) => answer.$('#captcha') },
    phase: 'open',
    keeps: '200 /\n\n<p id="captcha">Are you a robot?</p>',
  },
  'a form that submits by GET': { page: '<form><input name="name">', phase: 'open', keeps: '200 /' },
};

const folder = mkdtempSync(join(tmpdir(), 'sekali-evidence-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('every end keeps the page, and what is known of the submitting request', async (t) => {
  const cases = Object.values(CASES);
  const target = await startTarget((seen, response) => {
    const [, nth = '', step] = seen.path.split('/');
    const one = cases[Number(nth)];
    if (step) return one?.answer?.(seen, response);
    return html(response, one?.page ?? PAGE.replace('/submit', 'submit?name=in-the-query'));
  });
  const forms = cases.map(({ form }, nth) =>
    httpForm(target, {
      name: `case-${nth}`,
      url: () => `${target.url}/${nth}/`,
      timeouts: { proofMs: 1_500 },
      ...form,
    }),
  );
  const world = await startWorld({
    target,
    forms,
    params: { reserveMs: 2_000, evidenceFolder: folder },
    browsers: noBrowsers,
  });
  const beganMs = Date.now();
  await world.send(...forms.map(({ name }) => ({ form: name, data: { name: 'Ana' } })));
  world.startPolling();
  await until('a disposition of each', () => world.dispositions().length === cases.length, 90_000);
  const parked = await world.parked();

  for (const key of await world.keys()) {
    const record = await world.record(key);
    const nth = record.form?.slice('case-'.length);
    const [name, one] = Object.entries(CASES)[Number(nth)] ?? ['', undefined];
    await t.test(name, () => {
      assert.ok(one);
      assert.equal(record.phase, one.phase);
      const { evidence, request } = JSON.parse(record.outcome ?? '{}');
      const waits = world.dispositions().find(({ why, key: of }) => why !== undefined && of === key);
      const [, inReason] = /\(evidence: (.+)\)$/.exec(String(record.reason ?? waits?.why)) ?? [];
      const place = evidence ?? inReason;
      if (one.keeps === undefined) assert.equal(place, undefined);
      else {
        assert.ok(existsSync(place ?? ''), `${evidence} ${record.reason}`);
        assert.match(place, /\.txt$/);
        const kept = readFileSync(place, 'utf8')
          .replace(`${target.url}/${nth}`, '')
          .replace('<!doctype html><title>t</title>', '');
        assert.ok(kept.startsWith(one.keeps), kept);
      }
      if (one.phase === 'open') {
        const told = parked.find((message) => message.key === key)?.errors;
        assert.ok(
          JSON.stringify(told).includes(`(evidence: ${inReason})`),
          'the parked message tells it too',
        );
      }
      if (one.request === undefined) return assert.equal(request, undefined);
      const { sentAt, tookMs, ...rest } = request;
      assert.deepEqual(rest, { method: 'POST', url: `${target.url}/${nth}/submit`, ...one.request });
      assert.ok(Date.parse(sentAt) >= beganMs && Date.parse(sentAt) <= Date.now());
      assert.equal(one.request.status === undefined, tookMs === undefined);
      if (tookMs !== undefined) assert.ok(Number.isInteger(tookMs) && tookMs >= 0 && tookMs < 60_000);
    });
  }
});
