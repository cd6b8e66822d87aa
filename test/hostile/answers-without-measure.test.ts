import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { before, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import type { World } from '../support/worker.ts';
import type { TargetCase } from '../worker/target-cases.ts';
import { bomb, pour } from './bodies.ts';
import { NEVER_SENT, receipt, runHostile, SENT_WITHOUT_PROOF } from './hostile-pages.ts';

const HUGE_MB = 500;
const FOR_EVER_MB = Number.POSITIVE_INFINITY;
/** Long enough for all of it to come, if it were let. */
const PATIENT = { timeouts: { navigationMs: 3_000, actionMs: 5_000, proofMs: 5_000 } };
const BY_SCRIPT = { submission: { method: 'POST', path: /submit$/ } };

let gzip: Buffer;
let brotli: Buffer;
before(async () => {
  [gzip, brotli] = await Promise.all([bomb('gzip', HUGE_MB, RECEIPT), bomb('br', HUGE_MB, RECEIPT)]);
});
const packed = (response: ServerResponse, encoding: string, body: Buffer) =>
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);

const page = (serves: NonNullable<TargetCase['serves']>): TargetCase => ({
  serves,
  answer: receipt,
  form: PATIENT,
  ends: NEVER_SENT,
});
const answers = (answer: TargetCase['answer']): TargetCase => ({
  answer,
  form: PATIENT,
  ends: SENT_WITHOUT_PROOF,
});

const whysOf = async (running: Promise<World>) => JSON.stringify((await running).dispositions());

test('pages without measure: stopped before anything is sent, and few of their bytes come', async (t) => {
  await runHostile(t, {
    'the page has 500 MB': page((response) => pour(response, HUGE_MB)),
    'the page never ends': page((response) => pour(response, FOR_EVER_MB)),
    'the page has 500 MB, packed': page((response) => packed(response, 'br', brotli)),
    'a part of it never ends': {
      page: `${PAGE}<script>fetch('/submit/much').then((answer) => answer.text())</script>`,
      answer: (_, response) => pour(response, FOR_EVER_MB),
      form: {
        ...PATIENT,
        async fill(page, { name }) {
          await page.waitForEvent('requestfailed');
          await page.locator('input').fill(name);
        },
      },
      ends: NEVER_SENT,
    },
    'it is a download of 500 MB': page((response) =>
      pour(response, HUGE_MB, { 'content-disposition': 'attachment; filename=a.bin' }),
    ),
    'its script downloads without end': {
      page: `${PAGE}<a download href="/submit/much">x</a><script>
        setInterval(() => document.querySelector('a').click(), 100)</script>`,
      answer: (seen, response) =>
        seen.method === 'POST' ? html(response, RECEIPT) : pour(response, FOR_EVER_MB),
      // It is gone to before it can be filled in: a link that saves is followed as any other.
      ends: NEVER_SENT,
    },
  });
});

test('answers without measure to the submission: no proof, whatever they begin with', async (t) => {
  const whys = await whysOf(
    runHostile(t, {
      'it has 500 MB': answers((_, response) => pour(response, HUGE_MB, undefined, RECEIPT)),
      'it never ends': answers((_, response) => pour(response, FOR_EVER_MB, undefined, RECEIPT)),
      'it has 500 MB, packed by gzip': answers((_, response) => packed(response, 'gzip', gzip)),
      'it has 500 MB, packed by brotli': answers((_, response) => packed(response, 'br', brotli)),
      'it goes to a script, with 500 MB packed': {
        ...answers((_, response) => packed(response, 'br', brotli)),
        page: `<input name="name"><button onclick="fetch('/submit', { method: 'POST', body: 'a' })">Send</button>`,
        form: { ...PATIENT, ...BY_SCRIPT },
      },
    }),
  );
  assert.equal(whys.match(/more than 16 MiB/g)?.length, 3, whys);
});

for (const [encoding, pack] of Object.entries({
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
})) {
  test(`control: a receipt packed by ${encoding} is read`, async () => {
    const target = await startTarget(({ method }, response) =>
      method === 'POST'
        ? packed(response, encoding, pack(`<!doctype html><title>t</title>${RECEIPT}`))
        : html(response, PAGE),
    );
    assert.equal((await drive(testForm(target), target)).kind, 'submitted');
  });
}

test('an answer that is cut is no proof, and the reason says why', async () => {
  const target = await startTarget(({ method }, response) =>
    method === 'POST' ? pour(response, HUGE_MB, undefined, RECEIPT) : html(response, PAGE),
  );
  const result = await drive(testForm(target), target, { proofMs: 60_000 });
  assert.ok(result.kind === 'noProof');
  assert.match(result.outcome.text, /sends more than it may/);
});
