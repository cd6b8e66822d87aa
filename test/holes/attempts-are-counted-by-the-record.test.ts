import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMessages } from '../../local/queues.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { recordOf } from '../support/record.ts';
import { startTarget } from '../support/target.ts';
import { POLICY } from '../support/turn.ts';
import { message, remaining, startWorld } from '../support/worker.ts';
import { deliver, formWithNote, gate, RECEIPT } from './support.ts';

const on = useLedger();

test('a message that kills its worker each time: parked with the reason after the last attempt, without another run', async () => {
  const key = newKey();
  for (let attempt = 1; attempt <= POLICY.maxAttempts; attempt++) {
    const killed = gate();
    deliver(on.ledger, key, { receives: attempt, run: () => killed.pass().then(() => RECEIPT) });
    await killed.reached;
    assert.equal((await on.record(key)).attempt, String(attempt));
    await on.expireLease(key);
  }
  let begun = 0;
  const last = deliver(on.ledger, key, {
    receives: POLICY.maxAttempts + 1,
    run: async () => {
      begun++;
      return RECEIPT;
    },
  });
  const end = await last.disposition;
  assert.ok(end.kind === 'parked' && end.reason === 'attempts' && end.phase === 'open');
  assert.equal(begun, 0);

  // redriven by a person: all attempts anew
  const redriven = deliver(on.ledger, key, {
    messageId: 'r-1',
    run: async () => {
      throw new Error('no such button');
    },
  });
  assert.equal((await redriven.disposition).kind, 'retry');
  assert.equal((await on.record(key)).attempt, '1');
});

test('received seven times and never run, since the function was throttled: a first attempt', async () => {
  const key = newKey();
  const { disposition } = deliver(on.ledger, key, { receives: 7, run: async () => RECEIPT });
  assert.equal((await disposition).kind, 'done');
  assert.equal((await on.record(key)).attempt, '1');
});

test('given up: the parking queue has the body, and says which one, why and where it stands', async () => {
  const target = await startTarget(() => {});
  const world = await startWorld({ target, forms: [formWithNote(target)] });
  const body = message({ name: 'Ana' });
  const receives = POLICY.parkFromReceive;
  await world.newWorker().handle({ Records: [recordOf('m1', body, receives)] }, remaining(60_000));
  const [parked, ...more] = await readMessages(world.sqs, world.stage.parkingUrl);
  assert.deepEqual(more, []);
  assert.equal(parked?.Body, JSON.stringify(body));
  const { reason, phase, errors, key, createdAt } = Object.fromEntries(
    Object.entries(parked?.MessageAttributes ?? {}).map(([name, { StringValue }]) => [name, StringValue]),
  );
  assert.deepEqual([reason, phase], ['receives', 'open']);
  assert.deepEqual([key], await world.keys());
  assert.match(errors ?? '', /received 90 times without coming to an end/);
  assert.ok(Date.parse(createdAt ?? '') <= Date.now());
});
