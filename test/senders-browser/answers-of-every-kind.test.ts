import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { html, PAGE, RECEIPT, SCHEMES, startTarget } from '../support/target.ts';
import { byBrowser, type Form } from './support.ts';

async function submit(
  answer: (response: ServerResponse) => unknown,
  form: Form = {},
  page = PAGE,
  proofMs = 20_000,
) {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return answer(response);
    return html(response, page);
  }, 'https');
  const result = await byBrowser(target, form, { proofMs });
  assert.equal(target.count('POST'), 1);
  return result;
}

/** Form, page, and the time for a proof that does not come. */
const IN_VAIN = [{}, PAGE, 2_500] as const;

const textOf = (result: Awaited<ReturnType<typeof submit>>) =>
  'outcome' in result ? `${result.kind}: ${result.outcome.text}` : `${result.kind}: ${result.reason}`;

const BY_SCRIPT = `<input name="name"><button onclick="fetch('/submit', { method: 'POST', body: 'name=Ana' })">Send</button>`;
const numberOf = ({ text }: { readonly text: string }) => /number (\S+)/.exec(text)?.[1];
const SCRIPTED: Form = {
  submission: { method: 'POST', path: '/submit' },
  receipt: numberOf,
};

for (const [encoding, pack] of Object.entries({
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  zstd: zstdCompressSync,
})) {
  test(`a receipt packed with ${encoding}, as a page and as an answer to a script`, async () => {
    const answer = (type: string, text: string) => (response: ServerResponse) =>
      response
        .writeHead(200, { 'content-type': type, 'content-encoding': encoding })
        .end(pack(Buffer.from(text)));
    assert.equal(textOf(await submit(answer('text/html', RECEIPT))), 'submitted: receipt 1');
    const result = await submit(answer('application/json', '{"receipt":"number 7 "}'), SCRIPTED, BY_SCRIPT);
    assert.equal(textOf(result), 'submitted: 7');
  });
}

test('letters of all kinds come through, also where a chunk cuts one', async () => {
  const long = `${'x'.repeat(1024 * 1024 - 1)}${'é日'.repeat(200_000)}`;
  const result = await submit(
    (response) =>
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(`${long} number é日 `),
    SCRIPTED,
    BY_SCRIPT,
  );
  assert.equal(textOf(result), 'submitted: é日');
});

test('a page in an older encoding is shown as it is meant', async () => {
  const result = await submit((response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=windows-1252' })
      .end(Buffer.from('<p id="receipt">Best\xe4tigt</p>', 'latin1')),
  );
  assert.equal(textOf(result), 'submitted: Bestätigt');
});

test('an answer without a body: the page goes on', async () => {
  const page = BY_SCRIPT.replace(
    `})">`,
    `}).then(({ status }) => { document.body.innerHTML = '<p id=receipt>' + status + '</p>' })">`,
  );
  const result = await submit(
    (response) => response.writeHead(204).end(),
    { submission: { method: 'POST', path: '/submit' } },
    page,
  );
  assert.equal(textOf(result), 'submitted: 204');
});

for (const scheme of SCHEMES) {
  test(`${scheme}: an answer that breaks off in the middle is none`, async () => {
    for (const [form, page] of [
      [{}, PAGE],
      [SCRIPTED, BY_SCRIPT],
    ] as const) {
      const target = await startTarget((seen, response) => {
        if (seen.method !== 'POST') return html(response, page);
        response.writeHead(200, { 'content-type': 'text/html' }).write(`<p id="refused">no</p> number 1 `);
        return setTimeout(() => seen.breakOff(), 200);
      }, scheme);
      const result = await byBrowser(target, form);
      assert.equal(result.kind, 'noProof', JSON.stringify(result));
      assert.equal(target.count('POST'), 1);
    }
  });
}

test('an answer that never ends is none, when the time is up', async () => {
  const result = await submit(
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(RECEIPT);
    },
    ...IN_VAIN,
  );
  assert.match(textOf(result), /noProof: the answer took longer than/);
});

test('an answer to a script that unfolds without measure is none', async () => {
  const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'));
  const answer = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(packed);
  const reads = BY_SCRIPT.replace(`})">`, `}).then((r) => r.text())">`);
  // On a busy machine it takes longer to unfold than is waited for it.
  const result = await submit(answer, SCRIPTED, reads, 5_000);
  assert.match(textOf(result), /noProof: (the answer has more than 16 MiB|nothing on the page proves it)/);
});

test('a file to download is no page, and proves nothing', async () => {
  const result = await submit(
    (response) =>
      response
        .writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': 'attachment' })
        .end('%PDF'),
    ...IN_VAIN,
  );
  assert.match(textOf(result), /noProof: nothing on the page proves it/);
});

test('a page load that is answered in plain text', async () => {
  const result = await submit(
    (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('number 8 '),
    { receipt: numberOf },
  );
  assert.equal(textOf(result), 'submitted: 8');
});

test('a page that leads on before it is there whole', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.path === '/thanks') return html(response, RECEIPT);
    if (seen.method !== 'POST') return html(response, PAGE);
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.write(`<script>location.href = '/thanks'</script>${' '.repeat(5_000)}`);
  }, 'https');
  assert.equal(textOf(await byBrowser(target)), 'submitted: receipt 1');
});

test('a script that goes elsewhere as soon as it is answered: the answer is proof', async () => {
  const page = BY_SCRIPT.replace(`})">`, `}).then(() => { location.href = '/elsewhere' })">`);
  for (let nth = 0; nth < 5; nth++) {
    const result = await submit((response) => response.end('number 9 '), SCRIPTED, page);
    assert.equal(textOf(result), 'submitted: 9');
  }
});

test('a refusal, and a server error that says the same', async () => {
  const refused = '<p id="refused">sold out</p>';
  assert.equal(textOf(await submit((response) => html(response, refused))), 'refused: sold out');
  assert.equal((await submit((response) => html(response, refused, 500), ...IN_VAIN)).kind, 'noProof');
});

test("a stale session is believed of the target's own page", async () => {
  const expired = (answer: { $(css: string): string | undefined }) => answer.$('#expired');
  const stale = '<p id="expired">session is over</p>';
  const result = await submit((response) => html(response, stale), { expired });
  assert.equal(textOf(result), 'expired: session is over');
  const drawn = `<script>document.body.innerHTML = '${stale}'</script>`;
  assert.equal((await submit((response) => html(response, drawn), { expired }, PAGE, 2_500)).kind, 'noProof');
});

test('an answer that loads itself anew: that does not leave', async () => {
  const again = '<script>setTimeout(() => location.reload(), 500)</script>';
  assert.equal(textOf(await submit((response) => html(response, RECEIPT + again))), 'submitted: receipt 1');
  // One POST, says `submit`; here there is time enough for another.
  assert.equal((await submit((response) => html(response, again), ...IN_VAIN)).kind, 'noProof');
});
