import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Proof } from '../../lib/form/define.ts';
import { keyOf } from '../../lib/submission/key.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';
import { deliver } from './support.ts';

const on = useLedger();

const throws: Proof = () => {
  throw new Error('cannot read properties of undefined');
};

test('whatever fails once it is sent: one POST, however often the message comes again', async (t) => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const posted = (name: string) => target.seen.filter(({ body }) => body === `name=${name}`).length;
  const world = await startWorld({
    target,
    forms: [testForm(target), testForm(target, { name: 'misread', receipt: throws, refused: throws })],
    params: { evidenceFolder: '/dev/null/pictures', proofTimeoutMs: 1_500 },
  });
  async function deliver(form: string, name: string, receives: number) {
    const record = recordOf(`m-${name}`, { ...message({ name }), form }, receives);
    const { batchItemFailures } = await world.newWorker().handle({ Records: [record] }, remaining(120_000));
    const { phase } = await world.record(keyOf(form, ['name'], { name }));
    return { phase, again: batchItemFailures.length > 0 };
  }

  await t.test('the picture of the receipt cannot be taken: submitted all the same', async () => {
    for (const receives of [1, 2]) {
      assert.deepEqual(await deliver('test-form', 'Ana', receives), { phase: 'submitted', again: false });
    }
    assert.equal(world.log.filter((line) => line.message === 'no picture').length, 1);
    assert.equal(posted('Ana'), 1);
  });

  await t.test('the form throws over the answer: unknown, with a person, never sent again', async () => {
    for (const receives of [1, 2]) {
      assert.deepEqual(await deliver('misread', 'Ben', receives), { phase: 'unknown', again: false });
    }
    assert.deepEqual(
      (await world.parked()).map(({ reason }) => reason),
      ['unknown', 'unknown'],
    );
    assert.equal(posted('Ben'), 1);
  });
});

test('sent, and then the run itself fails: unknown, with a person, whatever the error is', async () => {
  for (const error of [new Error('no disk for the picture'), new TypeError('not a function'), 'a text']) {
    const key = newKey(`f-${typeof error}`);
    let sent = 0;
    for (const receives of [1, 2]) {
      const { disposition } = deliver(on.ledger, key, {
        receives,
        run: async ({ arm }) => {
          await arm();
          sent++;
          throw error;
        },
      });
      const end = await disposition;
      assert.ok(end.kind === 'parked' && end.reason === 'unknown');
    }
    assert.equal(sent, 1);
    assert.equal((await on.record(key)).phase, 'unknown');
  }
});
