import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { eventsIn } from '../support/events.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const folder = await mkdtemp(join(tmpdir(), 'sekali-events-'));
after(() => rm(folder, { recursive: true }));

const ANSWERS: Readonly<Record<string, string>> = {
  '/good': RECEIPT,
  '/full': '<p id="sold-out">sold out</p>',
  '/silent': '<p>hm</p>',
};

async function worldTelling(eventsFile: string) {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? (ANSWERS[seen.path] ?? '') : PAGE.replace('/submit', seen.path)),
  );
  const forms = Object.keys(ANSWERS).map((path) =>
    testForm(target, {
      name: path.slice(1),
      url: () => target.url + path,
      refused: (answer) => answer.$('#sold-out'),
    }),
  );
  const world = await startWorld({
    target,
    forms,
    params: { eventsFile, proofTimeoutMs: 4_000, reserveMs: 2_000 },
  });
  const empty = () => until('an empty queue', async () => (await world.left()) === 0);
  return { ...world, empty };
}

test('each end once, whatever duplicates come; each parked message', async () => {
  const file = join(folder, 'ends.jsonl');
  const world = await worldTelling(file);
  const of = (form: string) => message({ name: 'Ana' }, { form });
  await world.send(of('good'), of('full'), of('silent'), 'no JSON', message({ name: 7 }, { form: 'good' }));
  world.startPolling();
  await world.empty();
  await world.send(of('good'), of('full'));
  await world.empty();
  const events = await eventsIn(file);
  assert.deepEqual(events.map(({ type, form }) => `${type} ${form}`).sort(), [
    'parked good',
    'parked silent',
    'parked undefined',
    'refused full',
    'submitted good',
    'unknown silent',
  ]);
  const submitted = events.find(({ type }) => type === 'submitted');
  assert.ok(submitted?.type === 'submitted');
  const { event, eventDue, settledAt, duplicates } = await world.record(submitted.key);
  assert.deepEqual([event, eventDue, duplicates], [undefined, undefined, '1']);
  assert.equal(submitted.at, new Date(Number(settledAt)).toISOString());
  const done = world.dispositions().find(({ key }) => key === submitted.key);
  assert.equal(submitted.messageId, done?.messageId);
  const unknown = events.filter(({ key }) => key?.startsWith('silent.'));
  assert.equal(new Set(unknown.map(({ key }) => key)).size, 1, 'the parked message and its end have one key');
  const reasons = events.flatMap((one) => (one.type === 'parked' ? [`${one.form} ${one.reason}`] : []));
  assert.deepEqual(reasons.sort(), ['good invalidData', 'silent unknown', 'undefined malformed']);
});

test('nobody takes events: everything ends as ever, and the next delivery tells what is still due', async () => {
  const file = join(folder, 'in-the-way', 'events.jsonl');
  // Where its folder should be.
  await writeFile(dirname(file), '');
  const world = await worldTelling(file);
  const good = message({ name: 'Ana' }, { form: 'good' });
  await world.send(good, 'no JSON');
  world.startPolling();
  await world.empty();
  assert.deepEqual(
    world
      .dispositions()
      .map(({ disposition }) => disposition)
      .sort(),
    ['done', 'parked'],
  );
  const failed = () => world.log.filter((line) => line.message === 'an event was not told').length;
  assert.equal(failed(), 2);
  const [key = ''] = await world.keys();
  const { settledAt, eventDue } = await world.record(key);
  assert.equal(eventDue, settledAt);

  await rm(dirname(file));
  await world.send(good);
  await world.empty();
  assert.equal(world.dispositions()[2]?.skipped, true);
  assert.deepEqual(
    (await eventsIn(file)).map(({ id }) => id),
    [`${key}/submitted/${settledAt}`],
  );
  assert.equal((await world.record(key)).event, undefined);
});
