import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { PROVIDERS } from '../tabs/support.ts';
import { fillVisit, startConsole } from './support.ts';

const TABS = 8;

for (const provider of PROVIDERS) {
  test(`${provider}: the same submission clicked in 8 tabs is one message; once more is one more`, async () => {
    const world = await startConsole({}, { provider });
    // One types, the others find its draft.
    const first = await world.open({ at: '#/send' });
    await fillVisit(first, 'v-8');
    await first.waitForTimeout(600);
    const others = await Promise.all(Array.from({ length: TABS - 1 }, () => world.open({ at: '#/send' })));
    await Promise.all(others.map((page) => page.getByText('There is a draft').waitFor()));
    const pages = [first, ...others];
    world.answerAfterMs = 800;
    await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Hand in' }).dblclick()));
    await Promise.any(
      pages.map((page) => page.getByText('Another tab is handing in the very same.').waitFor()),
    );
    const seen = /It is in the queue|was handed in before/;
    await Promise.all(pages.map((page) => page.getByText(seen).waitFor()));
    assert.equal(await world.api.left(), 1);
    assert.equal(world.requests.filter(({ method }) => method === 'POST').length, 1);

    world.answerAfterMs = 100;
    const again = pages.map((page) => page.getByRole('button', { name: 'Hand it in once more' }));
    const offers = await Promise.all(again.map((one) => one.count()));
    assert.equal(
      offers.reduce((all, one) => all + one, 0),
      TABS - 1,
      'all but the one that sent it',
    );
    await Promise.all(again.filter((_, nth) => offers[nth] === 1).map((one) => one.click()));
    await until('one more', async () => (await world.api.left()) === 2);
    await first.waitForTimeout(500);
    assert.equal(await world.api.left(), 2);
    assert.deepEqual(world.faults, []);
  });
}

test('who waits for another tab may stop, and has sent nothing', async () => {
  const world = await startConsole();
  const [one, other] = [await world.open({ at: '#/send' }), await world.open({ at: '#/send' })];
  await fillVisit(one, 'v-1');
  await fillVisit(other, 'v-1');
  world.answerAfterMs = 3_000;
  await one.getByRole('button', { name: 'Hand in' }).click();
  await until('it to be on its way', () => world.requests.some(({ method }) => method === 'POST'));
  await other.getByRole('button', { name: 'Hand in' }).click();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await other.getByText('You stopped waiting.').waitFor();
  await one.getByText('It is in the queue.').waitFor();
  assert.equal(await world.api.left(), 1);
});

test('control: without one flight over all tabs, each sends', async () => {
  const world = await startConsole();
  const pages = [await world.open(), await world.open()];
  const submission = {
    form: 'visit',
    data: {
      visitorId: 'v',
      email: 'a@example.org',
      day: '2027-03-04',
      plan: 'full',
      agrees: true,
      address: { city: 'x' },
    },
  };
  for (const page of pages) {
    const status = await page.evaluate(
      async ([body, token]) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        return (await fetch('/submissions', { method: 'POST', headers, body: body ?? '' })).status;
      },
      [JSON.stringify(submission), world.api.tokens.operate],
    );
    assert.equal(status, 202);
  }
  assert.equal(await world.api.left(), 2);
});
