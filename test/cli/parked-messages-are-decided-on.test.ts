import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { decide, parked } from '../../cli/commands/parked.ts';
import { confirmation } from '../../cli/confirm.ts';
import { type ApiWorld, dataOf, keyFor, startApi } from '../support/api.ts';

const yes = confirmation({ yes: true });
const CREATED = '2026-01-31T09:00:00.000Z';

async function park(world: ApiWorld, id: string, reason: string): Promise<string> {
  const attributes = {
    reason,
    key: keyFor(id),
    createdAt: CREATED,
    errors: '[{"field":"","message":"so\\u001bit is"}]',
  };
  const { MessageId = '' } = await world.sqs.send(
    new SendMessageCommand({
      QueueUrl: world.parkingUrl,
      MessageBody: JSON.stringify({ form: 'test-form', data: dataOf(id) }),
      MessageAttributes: Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      ),
    }),
  );
  return MessageId;
}

/** A person at a terminal. */
function person(answer: boolean) {
  const asked: string[] = [];
  const confirm = Object.assign(
    async (question: string) => {
      asked.push(question);
      return answer;
    },
    { asks: true },
  );
  return { asked, confirm };
}

test('they are listed with what a retry would meet', async () => {
  const world = await startApi();
  await world.settled('a', 'unknown');
  const id = await park(world, 'a', 'unknown');
  const { text, json } = await parked(world.asker);
  const lines = text.split('\n');
  assert.match(lines[0] ?? '', new RegExp(`^${id}  unknown  ${keyFor('a')}  a at test  created 20`));
  assert.equal(lines[1], '    so\ufffdit is');
  assert.match(lines[2] ?? '', /^ {4}retried, it would be unknown: It was sent without proof/);
  assert.equal(lines[3], '1 parked');
  assert.equal((json as { complete: boolean }).complete, true);
});

test('a retry says first what the ledger would answer; who says no leaves it where it is', async () => {
  const world = await startApi();
  const id = await park(world, 'a', 'challenge');
  const { asked, confirm } = person(false);
  const said = await decide(world.asker, 'retry', keyFor('a'), undefined, confirm);
  assert.equal(said.done, false);
  assert.match(
    asked[0] ?? '',
    new RegExp(`^${id}  challenge .*\n.*\n.*it would be (free|stale): .*\nSend it to the queue again\\?$`),
  );
  assert.deepEqual([await world.left(), await world.leftParked()], [0, 1]);
  const agreed = await decide(world.asker, 'retry', id, 'mended', person(true).confirm);
  assert.match(agreed.text, /^test-form\.[0-9a-f]+ is in the queue again, as message [\w-]+\. It /);
  assert.deepEqual([await world.left(), await world.leftParked()], [1, 0]);
});

test('a retry of what may have been sent is refused, and says what to do', async () => {
  const world = await startApi();
  await world.settled('a', 'unknown');
  await park(world, 'a', 'unknown');
  await assert.rejects(
    decide(world.asker, 'retry', keyFor('a'), undefined, yes),
    /sent without proof.*resolve it/,
  );
  assert.deepEqual([await world.left(), await world.leftParked()], [0, 1]);
});

test('keep parks a fresh copy, discard deletes it; both with the reason in the record', async () => {
  const world = await startApi();
  const claim = await world.armed('a');
  await world.ledger.disarm(claim, 'reset', 'a captcha');
  const id = await park(world, 'a', 'challenge');
  const kept = await decide(world.asker, 'keep', id, 'down until Monday', yes);
  assert.match(kept.text, /is kept: it is message/);
  await assert.rejects(decide(world.asker, 'discard', id, 'old', yes), /no parked message|was not seen/);
  assert.equal(await world.leftParked(), 1);
  const gone = await decide(world.asker, 'discard', keyFor('a'), 'sent anew', yes);
  assert.equal(gone.text, `${keyFor('a')} is gone.`);
  assert.equal(await world.leftParked(), 0);
  const log = JSON.parse((await world.record(keyFor('a'))).log ?? '[]');
  assert.deepEqual(
    log.map(({ did, who, why }: Record<string, string>) => [did, who, why]),
    [
      ['kept', 'ana', 'down until Monday'],
      ['discarded', 'ana', 'sent anew'],
    ],
  );
});
