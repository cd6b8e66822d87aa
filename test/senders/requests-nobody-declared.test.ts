import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParkError, type ParkReason } from '../../lib/submission/errors.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget, type Target } from '../support/target.ts';

const startForm = (page: string) =>
  startTarget((seen, response) => html(response, seen.method === 'POST' ? RECEIPT : page));

const clickSends = (request: string) => `<input name="name"><button onclick="${request}">Send</button>`;

async function parks(
  reason: ParkReason,
  advice: RegExp,
  run: Promise<unknown>,
  target: Target,
): Promise<void> {
  await assert.rejects(run, (error: unknown) => {
    assert.ok(error instanceof ParkError);
    assert.equal(error.reason, reason);
    assert.match(error.message, advice);
    return true;
  });
  assert.equal(target.count('POST'), 0);
}

test('a script that posts: dropped, and the message holds the line to add', async () => {
  const target = await startForm(clickSends(`fetch('/api/send', { method: 'POST', body: 'a' })`));
  const run = drive(testForm(target), target, { actionMs: 700 });
  await parks('undeclaredSubmit', /submission: \{ method: 'POST', path: '\/api\/send' \}/, run, target);
});

test('a form that submits by GET: dropped as well', async () => {
  const target = await startForm('<form action="/search"><input name="name"><button>Send</button></form>');
  const run = drive(testForm(target), target, { actionMs: 700 });
  await parks('undeclaredSubmit', /method: 'GET', path: '\/search'/, run, target);
  assert.equal(target.count('GET', '/search'), 0);
});

test('a beacon is not a way out', async () => {
  const target = await startForm(clickSends(`navigator.sendBeacon('/beacon', 'a')`));
  const run = drive(testForm(target), target, { actionMs: 700 });
  await parks('undeclaredSubmit', /POST .*\/beacon/, run, target);
});

test('fill presses Enter: dropped, parked as submittedDuringFill', async () => {
  const target = await startForm(PAGE);
  const form = testForm(target, {
    fill: async (page) => {
      await page.locator('input').fill('Ana');
      await page.locator('input').press('Enter');
      await page.waitForTimeout(200);
    },
  });
  await parks('submittedDuringFill', /POST .*\/submit/, drive(form, target), target);
});

test('a declared draft leaves before the submit, an undeclared one does not', async () => {
  const page = `${PAGE}<script>document.querySelector('input').addEventListener('input', () => {
    fetch('/drafts/1', { method: 'PUT', body: 'd' }); fetch('/track', { method: 'POST', body: 't' }) })</script>`;
  const target = await startForm(page);
  const form = testForm(target, { drafts: [{ method: 'PUT', path: /^\/drafts\// }] });
  assert.equal((await drive(form, target)).kind, 'submitted');
  assert.ok(target.count('PUT', '/drafts/1') > 0);
  assert.equal(target.count('POST', '/track'), 0);
});

test('a draft that redirects with its body does not get to the submission', async () => {
  const page = `${PAGE}<script>document.querySelector('input').addEventListener('input', () => {
    fetch('/drafts/1', { method: 'POST', body: 'd' }) })</script>`;
  const target = await startTarget((seen, response) => {
    if (seen.path === '/drafts/1') response.writeHead(307, { location: '/submit' }).end();
    else html(response, seen.method === 'POST' ? RECEIPT : page);
  });
  const form = testForm(target, { drafts: [{ method: 'POST', path: '/drafts/1' }] });
  assert.equal((await drive(form, target)).kind, 'submitted');
  assert.deepEqual(
    target.seen.filter(({ path }) => path === '/submit').map(({ body }) => body),
    ['name=Ana'],
  );
});

test('a draft whose connection breaks is not sent again', async () => {
  const page = `${PAGE}<script>document.querySelector('input').addEventListener('input', () => {
    fetch('/drafts/1', { method: 'POST', body: 'd' }) })</script>`;
  const target = await startTarget((seen, response) => {
    if (seen.path === '/drafts/1') seen.socket.resetAndDestroy();
    else html(response, seen.method === 'POST' ? RECEIPT : page);
  });
  const form = testForm(target, { drafts: [{ method: 'POST', path: '/drafts/1' }] });
  assert.equal((await drive(form, target)).kind, 'submitted');
  assert.equal(target.count('POST', '/drafts/1'), 1);
});

test('a browser that does not accept a field makes no request: the field is named', async () => {
  const target = await startForm(
    '<form method="post"><label>Age <input name="age" required></label><input name="name"><button>Send</button></form>',
  );
  await assert.rejects(
    drive(testForm(target), target, { actionMs: 500 }),
    /led to no request within 500 ms: the page itself does not accept "Age"$/,
  );
  assert.equal(target.count('POST'), 0);
});

test('a control that does nothing: an error that says so, nothing parked for good', async () => {
  const target = await startForm('<input name="name"><button>Send</button>');
  await assert.rejects(
    drive(testForm(target), target, { actionMs: 500 }),
    /led to no request within 500 ms$/,
  );
});

test('a message on a WebSocket is not a way out', async () => {
  const target = await startForm(
    clickSends(`socket.send('name=Ana')`) +
      `<script>const socket = new WebSocket('ws://' + location.host + '/live')</script>`,
  );
  const form = testForm(target, {
    fill: async (page) => {
      await page.waitForFunction('socket.readyState === WebSocket.OPEN');
    },
  });
  await assert.rejects(drive(form, target, { actionMs: 700 }), /led to no request/);
  assert.deepEqual(target.socketBytes, [0]);
});
