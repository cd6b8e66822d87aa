import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpValue } from '../../lib/form/define.ts';
import { ParkError } from '../../lib/submission/errors.ts';
import { type HttpForm, httpForm } from '../support/http-run.ts';
import { drive } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

/** What the run throws; nothing may be armed or sent. */
async function failureOn(page: string, form: HttpForm = {}, status = 200): Promise<Error> {
  const target = await startTarget((_, response) => html(response, page, status));
  let armed = 0;
  const run = drive(httpForm(target, form), target, { arm: async () => void armed++ });
  const thrown = await run.then(
    () => assert.fail('it ended well'),
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof Error);
  assert.deepEqual({ armed, posts: target.count('POST') }, { armed: 0, posts: 0 });
  return thrown;
}

async function answered(page: string) {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : page),
  );
  return drive(httpForm(target), target);
}

const values = (given: Record<string, HttpValue>): HttpForm => ({
  http: { form: 'form', values: () => given },
});
const form = (controls: string, attributes = '') => `<form method="post" ${attributes}>${controls}</form>`;

test('no such form, several, or what is none', async () => {
  assert.match(
    (await failureOn('<p>Closed</p>', {}, 404)).message,
    /matches nothing on the page \(the page answered 404\)/,
  );
  assert.match((await failureOn(PAGE + PAGE)).message, /matches more than one/);
  const input = { http: { form: 'input', values: () => ({}) } };
  assert.match((await failureOn(PAGE, input)).message, /matches a input, not a form/);
});

test('a name or a choice that the page does not have, told without the value', async () => {
  assert.match((await failureOn(PAGE, values({ nmae: 'Ana' }))).message, /no field "nmae"/);
  const select = form('<select name="day"><option>Mon<option disabled>Tue</select>');
  for (const day of ['Wednesday', 'Tue']) {
    const { message } = await failureOn(select, values({ day }));
    assert.match(message, /no such choice, for a value of "day"/);
    assert.doesNotMatch(message, /Wednesday/);
  }
  const button = form('<button name="do" value="save">');
  assert.match((await failureOn(button, values({ do: 'send' }))).message, /value of "do"/);
  assert.match(
    (await failureOn(form('<input type=file name=cv>'), values({ cv: 'x' }))).message,
    /takes a file/,
  );
});

test('a field that the page requires would be empty', async () => {
  const hidden = '<input type="HIDDEN" name="id" required>';
  const page = form(`${hidden}<input name="name"><input name="tel" required>`);
  assert.match((await failureOn(page)).message, /requires the field "tel"/);
});

test('a file that the page has no place for, or that it does not take', async () => {
  const file = (name: string, type: string) => ({ name, type, base64: 'YQ==' });
  const pdf = file('cv.pdf', 'application/pdf');
  const multipart = (controls: string) => form(controls, 'enctype="multipart/form-data"');
  const cases: [page: string, value: HttpValue, message: RegExp][] = [
    [form('<input type=file name=cv>'), pdf, /of a file for "cv" the target would get the name only/],
    [multipart('<input name=cv>'), pdf, /no field "cv" for files/],
    [multipart('<input type=file name=cv>'), [pdf, pdf], /field "cv" does not take that many files/],
    [multipart('<input type=file name=cv>'), ['cv.pdf'], /"cv" takes a file/],
    [multipart('<input type=file name=cv accept=".doc, image/*">'), pdf, /takes only files of these types/],
    [multipart('<input type=file name=cv accept="text/plain" multiple>'), [pdf], /takes only files/],
    [multipart('<input type=file name=cv required>'), [], /requires the field "cv"/],
    [multipart('<input type=file name=cv>'), file('x', 'a/b\r\nX-Evil: 1'), /no media type/],
  ];
  for (const [page, cv, message] of cases)
    assert.match((await failureOn(page, values({ cv }))).message, message);
});

test('an encoding that is not written', async () => {
  assert.match((await failureOn(form('<input name="name">', 'enctype="text/plain"'))).message, /text\/plain/);
  const korean = form('<input name="name">', 'accept-charset="euc-kr"');
  assert.match((await failureOn(korean, values({ name: '가' }))).message, /is sent in EUC-KR, which/);
  assert.equal((await answered(korean)).kind, 'submitted', 'where there is nothing to write in it');
});

test('a form that submits by GET is parked', async () => {
  for (const page of [
    '<form><input name="name"></form>',
    form('<input name="name"><button formmethod="get">'),
  ]) {
    const thrown = await failureOn(page);
    assert.ok(thrown instanceof ParkError && thrown.reason === 'undeclaredSubmit', thrown.message);
  }
});

test('a form that leads to a host that is not allowed, or nowhere', async () => {
  const thrown = await failureOn(form('<input name="name">', 'action="https://elsewhere.example/x"'));
  assert.ok(thrown instanceof ParkError && thrown.reason === 'hostNotAllowed', thrown.message);
  assert.match(
    (await failureOn(form('<input name="name">', 'action="javascript:send()"'))).message,
    /no web address/,
  );
});

test('a page without HTML', async () => {
  const target = await startTarget((_, response) => response.end(PAGE));
  await assert.rejects(drive(httpForm(target), target), /the page is no HTML/);
});

test('a page so deep that reading it would hold up the worker', async () => {
  // One that closes by itself, and two that do not where they take turns.
  for (const tag of ['<div>', '<li><td>', '<fieldset disabled><input>']) {
    const startedMs = performance.now();
    const { message } = await failureOn(tag.repeat(4_900_000 / tag.length) + PAGE);
    assert.match(message, /too large/);
    assert.ok(performance.now() - startedMs < 3_000, tag);
  }
  assert.equal((await answered('<li>x'.repeat(3_000) + PAGE)).kind, 'submitted');
});

test('a page that is cut, endless, or leads in circles', async () => {
  const cut = await startTarget((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
    response.write(PAGE, () => response.socket?.resetAndDestroy());
  });
  await assert.rejects(drive(httpForm(cut), cut), /only in part/);
  const huge = await startTarget((_, response) => html(response, PAGE + 'x'.repeat(6_000_000)));
  await assert.rejects(drive(httpForm(huge), huge), /too large/);
  const circle = await startTarget((_, response) => response.writeHead(302, { location: '/' }).end());
  await assert.rejects(drive(httpForm(circle), circle), /redirected more than 20 times/);
  assert.equal(circle.seen.length, 21);
});

test('a page, or what it redirects to, at an address that no form may reach is parked', async () => {
  const target = await startTarget((_, response) =>
    response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  );
  for (const more of [{}, { url: () => 'http://169.254.169.254/' }]) {
    const allow = ['127.0.0.1', '169.254.169.254', '10.0.0.1'];
    const run = drive(httpForm(target, { allow, ...more }), target);
    await assert.rejects(run, (thrown) => thrown instanceof ParkError && /not public/.test(thrown.message));
  }
  const run = drive(httpForm(target), target);
  await assert.rejects(run, (thrown) => thrown instanceof ParkError && thrown.reason === 'hostNotAllowed');
});
