import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HttpForm, httpForm } from '../support/http-run.ts';
import { drive } from '../support/run.ts';
import { html, RECEIPT, startTarget } from '../support/target.ts';

type Values = Record<string, string | number | readonly string[] | undefined>;

const WITH = (values: Values): HttpForm => ({ http: { form: 'form', values: () => values } });

async function submit(page: string, form: HttpForm = {}) {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : page),
  );
  const { kind } = await drive(httpForm(target, form), target);
  const post = target.seen.find(({ method }) => method === 'POST');
  return { kind, body: post?.body ?? '', path: post?.path, headers: post?.headers ?? {}, target };
}

const form = (controls: string, attributes = 'method="post" action="/submit"') =>
  `<form ${attributes}>${controls}</form>`;

const BODIES: Record<string, readonly [page: string, values: Values, body: string]> = {
  'hidden fields and defaults as they stand': [
    form(
      '<input type="hidden" name="csrf" value="a&amp;b"><input name="name"><input name="city" value="Bandung">' +
        '<textarea name="note">\nHi\nthere</textarea><input type="checkbox" name="news" checked>' +
        '<input type="checkbox" name="ads"><input type="radio" name="size" value="S"><input type="radio" name="size" value="M" checked>' +
        '<select name="day"><option>Mon<option selected>Tue</select><select name="hour"><option value="9">nine<option>10</select>' +
        '<select name="seat"><option value="" selected disabled>Choose<option>1</select>',
    ),
    { name: 'Ana' },
    'csrf=a%26b&name=Ana&city=Bandung&note=Hi%0D%0Athere&news=on&size=M&day=Tue&hour=9',
  ],
  'choices that are made, and one that is taken back': [
    form(
      '<input type="checkbox" name="news" checked><input type="checkbox" name="day" value="1" checked>' +
        '<input type="checkbox" name="day" value="2"><input type="radio" name="size" value="S" checked>' +
        '<input type="radio" name="size" value="M"><select multiple name="food"><option>rice<option selected>tofu<option>egg</select>',
    ),
    { news: [], day: '2', size: 'M', food: ['egg', 'rice'] },
    'day=2&size=M&food=rice&food=egg',
  ],
  'a hidden field that stands for an unchecked box stays': [
    form('<input type="hidden" name="agree" value="0"><input type="checkbox" name="agree" value="1">'),
    { agree: '1' },
    'agree=0&agree=1',
  ],
  'what is disabled, nameless, a button, or in a template does not go': [
    form(
      '<input name="name"><input name="a" value="1" disabled><input value="2"><input type="button" name="b" value="3">' +
        '<fieldset disabled><legend><input name="c" value="4"></legend><input name="d" value="5"></fieldset>' +
        '<template><input name="e" value="6"></template><noscript><input name="f" value="7"></noscript>',
    ),
    { name: 'Ana' },
    'name=Ana&c=4',
  ],
  'controls outside that name the form, and not those inside that name another': [
    `<input form="f" name="before" value="1">${form('<input name="name"><input form="g" name="other" value="2">', 'id="f" method="post" action="/submit"')}<input form="f" name="after" value="3">`,
    { name: 'Ana' },
    'before=1&name=Ana&after=3',
  ],
  'the first button': [
    form(
      '<input name="name"><button name="do" value="save">S</button><button name="do" value="send">T</button>',
    ),
    { name: 'Ana' },
    'name=Ana&do=save',
  ],
  'the button that is named': [
    form(
      '<button name="do" value="save">S</button><button name="do" value="send">T</button><input name="name">',
    ),
    { name: 'Ana', do: 'send' },
    'do=send&name=Ana',
  ],
  'several fields of one name, in turn; undefined leaves the default; a number is written': [
    form('<input name="guest"><input name="guest"><input name="seats" value="1"><input name="age">'),
    { guest: ['Ana', 'Budi'], seats: undefined, age: 30 },
    'guest=Ana&guest=Budi&seats=1&age=30',
  ],
  'line breaks and letters beyond ASCII': [
    form('<textarea name="name"></textarea>'),
    { name: 'Anaïs\nZoë' },
    'name=Ana%C3%AFs%0D%0AZo%C3%AB',
  ],
};

test('urlencoded bodies', async (t) => {
  for (const [what, [page, values, body]] of Object.entries(BODIES)) {
    await t.test(what, async () => {
      const sent = await submit(page, WITH(values));
      assert.equal(sent.body, body);
      assert.equal(sent.kind, 'submitted');
      assert.equal(sent.headers['content-type'], 'application/x-www-form-urlencoded');
    });
  }
});

test('multipart: text fields, and a file field without a file', async () => {
  const page = form(
    '<input name="name"><input type="file" name="cv&quot;">',
    'method="POST" action="/submit" enctype="multipart/form-data"',
  );
  const { body, headers, kind } = await submit(page, WITH({ name: 'Ana "A"\nB' }));
  assert.equal(kind, 'submitted');
  const [, boundary = ''] = /boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? [];
  assert.deepEqual(
    body.split(`--${boundary}`).map((part) => part.trim()),
    [
      '',
      'Content-Disposition: form-data; name="name"\r\n\r\nAna "A"\r\nB',
      'Content-Disposition: form-data; name="cv%22"; filename=""\r\nContent-Type: application/octet-stream',
      '--',
    ],
  );
});

test('to the address that the form, its button or the base of the page names', async () => {
  const to = async (page: string) => (await submit(page, WITH({}))).path;
  assert.equal(await to(form('', 'method="post"')), '/');
  assert.equal(await to(form('', 'method="post" action=""')), '/');
  assert.equal(
    await to(`<base href="/deep/er/">${form('', 'method="post" action="../go?x=1#y"')}`),
    '/deep/go',
  );
  assert.equal(
    await to(form('<button formaction="/other" formmethod="post">', 'action="/submit"')),
    '/other',
  );
});

test('with the origin and page that a target looks at against forgery', async () => {
  const { headers, target } = await submit(form(''), WITH({}));
  assert.equal(headers.origin, target.url);
  assert.equal(headers.referer, `${target.url}/`);
  assert.equal(headers['sec-fetch-site'], 'same-origin');
});

test('a page in another encoding is read in it, and answered in it', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, RECEIPT);
    response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' });
    return response.end(Buffer.from(form('<input name="caf\u00e9"><input name="name">'), 'latin1'));
  });
  assert.equal((await drive(httpForm(target), target)).kind, 'submitted');
  assert.equal(target.seen.find(({ method }) => method === 'POST')?.body, 'caf%E9=&name=Ana');
});
