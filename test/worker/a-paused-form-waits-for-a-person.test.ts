import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Connection } from '../../lib/ledger/connection.ts';
import { pauseForm, resumeForm } from '../../lib/ledger/records.ts';
import { ledgerOptions } from '../support/ledger.ts';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, remaining, startWorld, until } from '../support/worker.ts';

test('a paused form waits: its messages are deferred, then parked, and resumed they run as if nothing had been', async (t) => {
  let onForm: () => unknown = () => {};
  const target = await startTarget(async (seen, response) => {
    if (seen.method === 'POST') return html(response, RECEIPT);
    await onForm();
    html(response, PAGE);
  });
  const form = testForm(target);
  const world = await startWorld({ target, forms: [form], params: { backoffBaseMs: 100 } });
  const connection = new Connection(ledgerOptions(world.redis.url));
  after(() => connection.close());
  const pause = () => pauseForm(connection, form.name, 'the target is being rebuilt');
  const resume = () => resumeForm(connection, form.name);
  const worker = world.newWorker();
  const deliver = (name: string, receives: number) =>
    worker.handle({ Records: [recordOf(`m-${name}`, message({ name }), receives)] }, remaining(120_000));
  const attempts = async () => Promise.all((await world.keys()).map(world.record));

  await t.test('after resume it runs at its next delivery', async () => {
    await pause();
    await world.send(message({ name: 'Ana' }));
    world.startPolling();
    await until('two deferrals', () => world.dispositions().length >= 2);
    assert.equal(target.seen.length, 0);
    assert.deepEqual(await world.keys(), []);
    await resume();
    await until('an empty queue', async () => (await world.left()) === 0);
    const whys = world.dispositions().map(({ disposition, why }) => why ?? disposition);
    assert.deepEqual(
      [...new Set(whys)],
      ['the form is paused', 'done'],
      'each delivery until resume was deferred, the next one submitted',
    );
    assert.deepEqual(
      (await attempts()).map(({ phase, attempt }) => [phase, attempt]),
      [['submitted', '1']],
    );
    assert.equal(target.count('POST'), 1);
  });

  await t.test('paused while its page is being filled: nothing is sent, no attempt is burnt', async () => {
    onForm = pause;
    await deliver('Ben', 1);
    onForm = () => {};
    assert.equal(target.count('POST'), 1);
    assert.match(String(world.dispositions().at(-1)?.why), /is paused/);
    const ben = (await attempts()).find(({ label }) => label === 'Ben');
    assert.deepEqual([ben?.phase, ben?.attempt], ['open', '0']);
  });

  await t.test(
    'at receive 90 it is parked as it came; sent again after resume it is submitted once',
    async () => {
      await deliver('Ben', 90);
      const [parked] = await world.parked();
      assert.equal(parked?.reason, 'paused');
      assert.deepEqual(JSON.parse(parked?.body ?? ''), message({ name: 'Ben' }));
      await resume();
      await world.send(JSON.parse(parked?.body ?? ''));
      await until('an empty queue', async () => (await world.left()) === 0);
      const ben = (await attempts()).find(({ label }) => label === 'Ben');
      assert.deepEqual([ben?.phase, ben?.attempt], ['submitted', '1']);
      assert.equal(target.count('POST'), 2);
    },
  );
});
