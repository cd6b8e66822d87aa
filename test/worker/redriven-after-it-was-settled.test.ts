import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { readMessages } from '../../local/queues.ts';
import { ledgerOptions } from '../support/ledger.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const PARAMS = { proofTimeoutMs: 4_000 };

test('parked messages are sent again after their submissions have settled: done, without a look at the target', async (t) => {
  let challenged = true;
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, seen.path === '/silent' ? '<p>hm</p>' : RECEIPT);
    if (seen.path === '/silent') return html(response, PAGE.replace('/submit', '/silent'));
    html(response, challenged ? '<p id="captcha">are you a person?</p>' : PAGE);
  });
  const forms = [
    testForm(target, { challenge: (answer) => answer.$('#captcha') }),
    testForm(target, { name: 'silent', url: () => `${target.url}/silent` }),
  ];
  const world = await startWorld({ target, forms, params: PARAMS });
  await world.send(message({ name: 'Ana' }), message({ name: 'Ana' }, { form: 'silent' }));
  world.startPolling();
  const empty = () => until('an empty queue', async () => (await world.left()) === 0);
  await empty();
  const parked = await readMessages(world.sqs, world.stage.parkingUrl);
  assert.deepEqual(parked.map(({ MessageAttributes }) => MessageAttributes?.reason?.StringValue).sort(), [
    'challenge',
    'unknown',
  ]);

  // One by another message, one by a person.
  challenged = false;
  await world.send(message({ name: 'Ana' }));
  await until('the other message', () => world.dispositions()[2]);
  const ledger = new RedisLedger(ledgerOptions(world.redis.url));
  t.after(() => ledger.close());
  const unknown = String(world.dispositions().find(({ reason }) => reason === 'unknown')?.key);
  const { armedBy = '' } = await world.record(unknown);
  const landed = await ledger.resolve({
    key: unknown,
    token: '',
    armedBy,
    verdict: 'landed',
    lookStartedAtMs: Date.now(),
    flightGraceMs: 0,
    outcome: { text: 'seen in their list' },
    who: 'a person',
    why: 'looked it up',
  });
  assert.equal(landed, 'resolved');
  await empty();

  const requests = target.seen.length;
  for (const { Body, MessageAttributes } of parked) {
    await world.sqs.send(
      new SendMessageCommand({ QueueUrl: world.queueUrl, MessageBody: Body, MessageAttributes }),
    );
  }
  await until('the redriven ones', () => world.dispositions()[4]);
  await empty();
  assert.deepEqual(
    world
      .dispositions()
      .slice(3)
      .map(({ disposition, skipped }) => [disposition, skipped]),
    [
      ['done', true],
      ['done', true],
    ],
  );
  assert.equal(target.seen.length, requests);
  assert.equal(target.count('POST'), 2);
});
