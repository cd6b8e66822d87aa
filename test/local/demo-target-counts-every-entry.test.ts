import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDemoTarget } from '../../local/demo-target.ts';
import { FIELDS, openForm, register, send } from './visitor.ts';

test('an accepted form leads to its receipt, and the same again is a second entry', async (t) => {
  const target = await startDemoTarget();
  t.after(() => target.stop());
  const first = await register(target);
  assert.deepEqual([first.status, first.location], [303, '/receipt/R-00001']);
  const receipt = await (await fetch(`${target.url}${first.location}`)).text();
  assert.match(receipt, /id="receipt-number">R-00001</);
  assert.match(receipt, /Ayu &#60;Wulandari&#62;/);

  assert.equal((await register(target)).location, '/receipt/R-00002');
  assert.equal(target.posts(), 2);
  assert.equal(target.posts('/register'), 2);
  assert.equal(target.posts('/elsewhere'), 0);
  const listed = await (await fetch(`${target.url}/entries.json`)).json();
  assert.deepEqual(listed, target.entries());
  assert.deepEqual(
    target.entries().map(({ userId, eventId, seats }) => [userId, eventId, seats]),
    [
      ['u-1', 'jakarta-run', 2],
      ['u-1', 'jakarta-run', 2],
    ],
  );
  assert.match(await (await fetch(`${target.url}/entries`)).text(), /id="entry-count">2</);
});

test('with dedupe on, the same again is answered with the first receipt', async (t) => {
  const target = await startDemoTarget({ dedupe: true });
  t.after(() => target.stop());
  await register(target);
  const again = await register(target, { seats: '1' });
  assert.equal(again.status, 200);
  assert.match(again.html, /class="already">You are already registered[\s\S]*R-00001/);
  assert.equal((await register(target, { eventId: 'bali-expo' })).status, 303);
  assert.equal(target.entries().length, 2);
});

test('refuses what is sold out or filled in wrongly, with status 200', async (t) => {
  const target = await startDemoTarget();
  t.after(() => target.stop());
  const soldOut = await register(target, { eventId: 'sold-out-gala' });
  assert.equal(soldOut.status, 200);
  assert.match(soldOut.html, /class="refusal">Sold out/);
  const wrong = await register(target, { seats: '5', email: 'nobody', fullName: ' ' });
  assert.equal(wrong.status, 200);
  assert.equal(wrong.html.match(/class="error"/g)?.length, 3);
  assert.match(wrong.html, /At most 4 seats/);
  assert.match(wrong.html, /value="u-1"/, 'what was filled in is still there');
  assert.equal((await register(target, { eventId: 'nowhere' })).status, 200);
  assert.equal(target.entries().length, 0);
});

test('a wrong token, a foreign session or an expired one is answered 403', async (t) => {
  const target = await startDemoTarget();
  t.after(() => target.stop());
  const [mine, other] = [await openForm(target), await openForm(target)];
  const answers = [
    await send(target, mine.cookie, { ...FIELDS, csrf: other.csrf }),
    await send(target, '', { ...FIELDS, csrf: mine.csrf }),
    await send(target, mine.cookie, FIELDS),
  ];
  target.expireSessions();
  answers.push(await send(target, mine.cookie, { ...FIELDS, csrf: mine.csrf }));
  for (const { status, html } of answers) {
    assert.equal(status, 403);
    assert.match(html, /Your session has expired/);
  }
  assert.equal(target.entries().length, 0);
});
