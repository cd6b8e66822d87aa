import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVIDERS, world } from './support.ts';

const TABS = 8;
const SECTIONS = 8;

/** Goes in and out at the server, so many times. */
const visits = (locked: boolean) => `(async () => {
  const post = (path) => fetch(path, { method: 'POST' });
  const section = async () => { await post('/enter?name=s'); await post('/leave?name=s'); };
  let longest = 0;
  for (let nth = 0; nth < ${SECTIONS}; nth++) {
    const began = performance.now();
    let waited = 0;
    const inside = () => { waited = performance.now() - began; return section(); };
    await (${locked} ? tabs.withLocks(['s'], inside, { waitMs: 30_000 }) : inside());
    longest = Math.max(longest, waited);
  }
  return longest;
})()`;

for (const provider of PROVIDERS) {
  test(`${provider}: ${TABS} tabs and a worker in each of two are never in at the same time`, async (t) => {
    const { ledger, open } = await world(t, provider);
    const pages = await open(TABS);
    const workers = pages.slice(0, 2).map((page) =>
      page.evaluate(
        (code) =>
          new Promise<number>((resolve) => {
            const worker = new Worker('/worker.js');
            worker.onmessage = ({ data }) => resolve(data);
            worker.postMessage(code);
          }),
        visits(true),
      ),
    );
    const beganMs = performance.now();
    const longest = await Promise.all([
      ...pages.map((page) => page.evaluate<number>(visits(true))),
      ...workers,
    ]);
    const perSecond = ledger.entered / ((performance.now() - beganMs) / 1_000);
    t.diagnostic(`${perSecond.toFixed(0)} sections/s, longest wait ${Math.max(...longest).toFixed(0)} ms`);
    assert.equal(ledger.entered, (TABS + 2) * SECTIONS);
    assert.equal(ledger.most, 1);
  });
}

test('control: without the lock they are', async (t) => {
  const { ledger, open } = await world(t, 'native');
  const pages = await open(TABS);
  await Promise.all(pages.map((page) => page.evaluate(visits(false))));
  assert.equal(ledger.entered, TABS * SECTIONS);
  assert.ok(ledger.most > 1, `at most ${ledger.most} at the same time`);
});
