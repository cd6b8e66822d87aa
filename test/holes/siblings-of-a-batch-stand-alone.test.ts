import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '../../lib/submission/key.ts';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';

test('one of three fails: only it comes again; the others are settled and stay so, in whatever batch they come', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const runs: string[] = [];
  let broken = true;
  const form = testForm(target, {
    fill: async (page, { name }) => {
      runs.push(name);
      if (name === 'Ben' && broken) throw new Error('no such field');
      await page.locator('input').fill(name);
    },
  });
  const world = await startWorld({ target, forms: [form], params: { batchSize: 4 } });
  const deliver = async (...names: string[]) => {
    const Records = names.map((name) => recordOf(`m-${name}`, message({ name })));
    const { batchItemFailures } = await world.newWorker().handle({ Records }, remaining(120_000));
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  const recordOfName = (name: string) => world.record(keyOf('test-form', ['name'], { name }));

  assert.deepEqual(await deliver('Ana', 'Ben', 'Eva'), ['m-Ben']);
  for (const [name, phase] of [
    ['Ana', 'submitted'],
    ['Ben', 'open'],
    ['Eva', 'submitted'],
  ] as const) {
    const record = await recordOfName(name);
    assert.equal(record.phase, phase, name);
    // each with its own deadline, also in a batch
    assert.ok(Number(record.holderDeadline) - Number(record.claimedAt) > 100_000, name);
  }
  const settled = await recordOfName('Eva');

  assert.deepEqual(await deliver('Ben', 'Eva', 'Ana'), ['m-Ben']);
  broken = false;
  assert.deepEqual(await deliver('Eva', 'Ben', 'Ida'), []);
  assert.deepEqual(await recordOfName('Eva'), { ...settled, duplicates: '2' });
  assert.deepEqual(runs.sort(), ['Ana', 'Ben', 'Ben', 'Ben', 'Eva', 'Ida']);
  const posted = target.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
  assert.deepEqual(posted.sort(), ['name=Ana', 'name=Ben', 'name=Eva', 'name=Ida']);
});
