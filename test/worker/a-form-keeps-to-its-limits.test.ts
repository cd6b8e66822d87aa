import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { startWorld, until } from '../support/worker.ts';

const NAMES = ['Ana', 'Ben', 'Eva', 'Ida', 'Leo', 'Uma'];
/** Long enough for runs to meet. */
const ANSWER_AFTER_MS = 400;

test('atOnce: the target never sees more runs at the same time, and every message is submitted', async (t) => {
  const runs = new Map<string, Set<string>>();
  const most = new Map<string, number>();
  const target = await startTarget(async (seen, response) => {
    const [, form = '', name = '', step] = seen.path.split('/');
    const now = runs.get(form) ?? new Set();
    runs.set(form, now.add(name));
    most.set(form, Math.max(most.get(form) ?? 0, now.size));
    if (step === undefined) return html(response, PAGE.replace('/submit', `/${form}/${name}/submit`));
    await sleep(ANSWER_AFTER_MS);
    now.delete(name);
    html(response, RECEIPT);
  });
  const form = (name: string) => ({
    name,
    url: (data: { readonly name: string }) => `${target.url}/${name}/${data.name}`,
  });
  const world = await startWorld({
    target,
    forms: [testForm(target, { ...form('limited'), limits: { atOnce: 2 } }), testForm(target, form('free'))],
    params: { batchSize: 4, backoffBaseMs: 200 },
  });
  world.startPolling({ maximumConcurrency: 2 });

  for (const name of ['limited', 'free']) {
    await t.test(name, async () => {
      await world.send(...NAMES.map((one) => ({ form: name, data: { name: one } })));
      await until('an empty queue', async () => (await world.left()) === 0);
      const keys = (await world.keys()).filter((key) => key.startsWith(`${name}.`));
      const records = await Promise.all(keys.map(world.record));
      assert.deepEqual(
        records.map(({ phase, attempt }) => [phase, attempt]),
        NAMES.map(() => ['submitted', '1']),
      );
      for (const one of NAMES) assert.equal(target.count('POST', `/${name}/${one}/submit`), 1);
    });
  }
  assert.equal(most.get('limited'), 2);
  // Without a limit they do meet: the check above can fail.
  assert.ok((most.get('free') ?? 0) > 2);
});

test('perMinute: of runs that were claimed together one sends; the others give back key and attempt', async () => {
  const waiting: (() => void)[] = [];
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, RECEIPT);
    // Their page comes when all of them have been claimed; later ones get it at once.
    waiting.push(() => html(response, PAGE));
    if (waiting.length >= 3) for (const answer of waiting.splice(0, 3)) answer();
  });
  const form = testForm(target, { name: 'minute', limits: { perMinute: 1 } });
  const world = await startWorld({ target, forms: [form], params: { batchSize: 3, backoffBaseMs: 100 } });
  await world.send(...NAMES.slice(0, 3).map((name) => ({ form: 'minute', data: { name } })));
  world.startPolling({ maximumConcurrency: 1 });
  const ended = (as: string) => world.dispositions().filter(({ disposition }) => disposition === as);
  await until('all three', () => ended('done').length === 1 && ended('retry').length >= 2);
  assert.equal(target.count('POST'), 1);
  const records = await Promise.all((await world.keys()).map(world.record));
  assert.deepEqual(records.map(({ phase, attempt }) => `${phase} ${attempt}`).sort(), [
    'open 0',
    'open 0',
    'submitted 1',
  ]);
  assert.match(String(ended('retry')[0]?.why), /limit perMinute/);
  assert.equal(await world.left(), 2);
});
