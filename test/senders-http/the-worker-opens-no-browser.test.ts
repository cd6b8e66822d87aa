import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpForm, noBrowsers } from '../support/http-run.ts';
import { html, PAGE, RECEIPT, type Seen, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const PARAMS = { maxAttempts: 2, backoffBaseMs: 100, reserveMs: 1_000, proofTimeoutMs: 2_000 };

/** What the target does with each POST in turn, and with the page before it; the last one again and again. */
async function startForms(posts: readonly ((seen: Seen) => string)[], pages: readonly string[] = [PAGE]) {
  let nthPage = 0;
  let nthPost = 0;
  const target = await startTarget((seen, response) => {
    if (seen.method !== 'POST') return html(response, pages[Math.min(nthPage++, pages.length - 1)] ?? '');
    const body = posts[Math.min(nthPost++, posts.length - 1)]?.(seen) ?? '';
    return body !== '' && html(response, body);
  });
  const form = httpForm(target, { expired: (answer) => answer.$('#expired') });
  const world = await startWorld({ target, forms: [form], params: PARAMS, browsers: noBrowsers });
  const ends = () =>
    world.dispositions().map(({ disposition, reason }) => [disposition, reason].filter(Boolean).join(' '));
  const end = () => until('an empty queue', async () => (await world.left()) === 0);
  const phase = async () => (await world.record((await world.keys())[0] ?? '')).phase;
  return { target, world, ends, end, phase };
}

const receipt = () => RECEIPT;
const reset = ({ socket }: Seen) => {
  socket.resetAndDestroy();
  return '';
};

test('thirty duplicates, three at a time: one entry, and the record says where', async () => {
  const { target, world, end, ends } = await startForms([receipt]);
  await world.send(...Array.from({ length: 30 }, () => message({ name: 'Ana' })));
  world.startPolling({ maximumConcurrency: 3 });
  await end();
  assert.equal(target.count('POST'), 1);
  assert.equal(ends().filter((one) => one === 'done').length, 30);
  const record = await world.record((await world.keys())[0] ?? '');
  assert.equal(record.phase, 'submitted');
  const { request: _, ...outcome } = JSON.parse(record.outcome ?? '{}');
  assert.deepEqual(outcome, { text: 'receipt 1', url: `${target.url}/submit`, status: 200 });
});

test('reset after the POST: one POST, unknown, parked; a duplicate is parked too', async () => {
  const { target, world, end, ends, phase } = await startForms([reset, receipt]);
  world.startPolling();
  for (let nth = 0; nth < 2; nth++) {
    await world.send(message({ name: 'Ana' }));
    await end();
  }
  assert.deepEqual(ends(), ['parked unknown', 'parked unknown']);
  assert.equal(await phase(), 'unknown');
  assert.equal(target.count('POST'), 1);
});

test('unsent for certain: tried again, one POST', async () => {
  const nowhere = PAGE.replace('/submit', 'http://127.0.0.1:1/submit');
  const { target, world, end, ends, phase } = await startForms([receipt], [nowhere, PAGE]);
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await end();
  assert.deepEqual(ends(), ['retry', 'done']);
  assert.equal(await phase(), 'submitted');
  assert.equal(target.count('POST'), 1);
});

test('an expired session: one fresh try in the same delivery; expired again is unknown', async () => {
  const expired = () => '<p id="expired">log in again</p>';
  for (const [posts, ended, sent] of [
    [[expired, receipt], 'submitted', 2],
    [[expired], 'unknown', 2],
  ] as const) {
    const { target, world, end, phase } = await startForms(posts);
    await world.send(message({ name: 'Ana' }));
    world.startPolling();
    await end();
    assert.equal(world.dispositions().length, 1);
    assert.equal(await phase(), ended);
    assert.equal(target.count('POST'), sent);
  }
});

test('a page that does not fit: tried again, then parked with what is wrong, nothing sent', async () => {
  const { target, world, end, ends, phase } = await startForms([receipt], ['<p>Moved</p>']);
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await end();
  assert.deepEqual(ends(), ['retry', 'parked attempts']);
  assert.equal(await phase(), 'open');
  assert.match(JSON.stringify(await world.parked()), /http.form form matches nothing/);
  assert.equal(target.count('POST'), 0);
});
