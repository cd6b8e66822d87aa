import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Answer } from '../../lib/form/answer.ts';
import { httpForm } from '../support/http-run.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(50_000, 0xfe)]);
const ATTACHED = {
  'content-type': 'application/pdf',
  'content-disposition': 'attachment; filename="ticket-7.pdf"',
};

const receipt = ({ file, text }: Answer) =>
  file?.type === 'application/pdf' ? `${file.name}, ${file.bytes} bytes${text}` : undefined;

const send = (response: ServerResponse, headers: Record<string, string>, body: Buffer | string = PDF) =>
  response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);

interface Way {
  readonly page?: string;
  readonly answer: (response: ServerResponse) => unknown;
  readonly file?: (response: ServerResponse) => unknown;
}

async function start({ page = PAGE, answer, file = () => {} }: Way) {
  return startTarget((seen, response) => {
    if (seen.method === 'POST') return answer(response);
    return seen.path === '/' ? html(response, page) : file(response);
  });
}

async function inBrowser(way: Way, form: Parameters<typeof testForm>[1] = {}) {
  const target = await start(way);
  const result = await drive(testForm(target, { receipt, ...form }), target, { proofMs: 2_000 });
  assert.equal(target.count('POST'), 1);
  return result.kind === 'submitted' ? result.outcome.text : result.kind;
}

async function byHttp(way: Way) {
  const target = await start(way);
  const result = await drive(httpForm(target, { receipt }), target, { proofMs: 2_000 });
  assert.equal(target.count('POST'), 1);
  return result.kind === 'submitted' ? result.outcome.text : result.kind;
}

const toFile = (response: ServerResponse) => response.writeHead(303, { location: '/ticket?name=Ana' }).end();

test('the answer itself is the file', async () => {
  for (const run of [inBrowser, byHttp]) {
    assert.equal(await run({ answer: (response) => send(response, ATTACHED) }), 'ticket-7.pdf, 50009 bytes');
  }
});

test('one that is not called an attachment, and has no name of its own', async () => {
  const answer = (response: ServerResponse) => send(response, { 'content-type': 'application/pdf' });
  for (const run of [inBrowser, byHttp]) assert.equal(await run({ answer }), 'submit, 50009 bytes');
});

test('a redirect leads to the file', async () => {
  const way = { answer: toFile, file: (response: ServerResponse) => send(response, ATTACHED) };
  for (const run of [inBrowser, byHttp]) assert.equal(await run(way), 'ticket-7.pdf, 50009 bytes');
});

test('a name in other letters', async () => {
  const disposition = `attachment; filename="x.pdf"; filename*=UTF-8''Eintritt%20f%C3%BCr%20Ana.pdf`;
  const answer = (response: ServerResponse) =>
    send(response, { ...ATTACHED, 'content-disposition': disposition });
  assert.equal(await inBrowser({ answer }), 'Eintritt für Ana.pdf, 50009 bytes');
});

test('a page that goes on to the file by a script, in a frame that nobody sees perhaps', async () => {
  const file = (response: ServerResponse) => send(response, ATTACHED);
  for (const script of [
    'setTimeout(() => { location = "/ticket" }, 100)',
    'document.body.append(Object.assign(document.createElement("iframe"), { src: "/ticket", hidden: true }))',
  ]) {
    const answer = (response: ServerResponse) => html(response, `<body><script>${script}</script>`);
    assert.equal(await inBrowser({ answer, file }), 'ticket-7.pdf, 50009 bytes', script);
  }
});

test('a tab of its own', async () => {
  const page = PAGE.replace('<form', '<form target="_blank"');
  const file = (response: ServerResponse) => send(response, ATTACHED);
  assert.equal(await inBrowser({ page, answer: file }), 'ticket-7.pdf, 50009 bytes');
  assert.equal(await inBrowser({ page, answer: toFile, file }), 'ticket-7.pdf, 50009 bytes');
});

test('a file that was asked for before the send proves nothing, however late it comes', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const page = `${PAGE}<iframe src="/terms"></iframe>`;
  const answer = async (response: ServerResponse) => {
    send(await asked.promise, ATTACHED);
    setTimeout(() => html(response, 'Hm'), 300);
  };
  assert.equal(await inBrowser({ page, answer, file: asked.resolve }), 'noProof');
});

test('a file of another kind proves nothing, and a page is no file', async () => {
  const zip = (response: ServerResponse) => send(response, { 'content-type': 'application/zip' });
  const shown = (response: ServerResponse) => html(response, '<p>ticket-7.pdf</p>');
  for (const run of [inBrowser, byHttp]) {
    assert.equal(await run({ answer: zip }), 'noProof');
    assert.equal(await run({ answer: shown }), 'noProof');
  }
});

test('HTML to be saved is read as HTML, and is no page', async () => {
  const answer = (response: ServerResponse) =>
    send(
      response,
      { 'content-type': 'text/html', 'content-disposition': 'attachment; filename=r.html' },
      '<p id="receipt">receipt 1</p>',
    );
  const form = { receipt: ({ file, $ }: Answer) => file && `${file.name}: ${$('#receipt')}` };
  assert.equal(await inBrowser({ answer }, form), 'r.html: receipt 1');
});
