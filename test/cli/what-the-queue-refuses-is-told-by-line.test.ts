import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { checked } from '../../cli/send/check.ts';
import { openJournal } from '../../cli/send/journal.ts';
import { linesOf } from '../../cli/send/lines.ts';
import { sendAll } from '../../cli/send/send-all.ts';
import { forms } from '../../forms/index.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { jsonLines, message, temporaryFolder } from './support.ts';

type Fate = 'accepted' | 'throttled' | 'silent' | 'theirFault';

const userOf = (body = '') => JSON.parse(body).data.userId as string;

/** A queue that decides for each message, each time that it comes. */
function queue(decide: (user: string, nth: number) => Fate) {
  const came: string[] = [];
  const accepted: string[] = [];
  const send = async ({ input }: SendMessageBatchCommand) => {
    const fates = (input.Entries ?? []).map(({ Id, MessageBody }) => {
      const user = userOf(MessageBody);
      came.push(user);
      const fate = decide(user, came.filter((one) => one === user).length);
      if (fate === 'accepted') accepted.push(user);
      return { Id, fate };
    });
    const failed = (wanted: Fate, SenderFault: boolean) =>
      fates
        .filter(({ fate }) => fate === wanted)
        .map(({ Id }) => ({ Id, SenderFault, Code: wanted, Message: 'why' }));
    return {
      Successful: fates
        .filter(({ fate }) => fate === 'accepted')
        .map(({ Id }) => ({ Id, MessageId: `m-${Id}` })),
      Failed: [...failed('throttled', false), ...failed('theirFault', true)],
    };
  };
  return { came, accepted, client: { send } as unknown as Parameters<typeof sendAll>[0]['client'] };
}

async function sending(client: ReturnType<typeof queue>['client'], folder: string, count: number) {
  const text = jsonLines(Array.from({ length: count }, (_, id) => message(id)));
  const bytes = Buffer.from(text);
  const { messages } = checked(linesOf(bytes, undefined).lines, registryOf(forms));
  const journal = await openJournal({ identity: ['q', bytes], lines: count, folder });
  const sent = await sendAll({
    client,
    queueUrl: 'q',
    messages,
    journal,
    interrupted: () => false,
    show: () => {},
  });
  return { sent, journal };
}

test('what was not accepted is sent again, alone; what never is, is told with its line', async () => {
  const { client, came, accepted } = queue((user, nth) => {
    if (user === 'u-3') return nth < 3 ? 'throttled' : 'accepted';
    if (user === 'u-5') return nth < 2 ? 'silent' : 'accepted';
    return user === 'u-12' ? 'theirFault' : 'accepted';
  });
  const { sent } = await sending(client, await temporaryFolder(), 25);
  assert.deepEqual(sent.refused, [{ line: 13, why: 'theirFault: why' }]);
  assert.equal(sent.accepted, 24);
  assert.equal(new Set(accepted).size, 24);
  const times = (user: string) => came.filter((one) => one === user).length;
  assert.deepEqual(['u-3', 'u-5', 'u-12', 'u-4'].map(times), [3, 2, 1, 1]);
});

test('the same command tries the refused lines only, and remembers those that still are', async () => {
  const folder = await temporaryFolder();
  const first = queue((user) => (['u-2', 'u-7'].includes(user) ? 'theirFault' : 'accepted'));
  const { journal } = await sending(first.client, folder, 25);
  assert.deepEqual([journal.state.next, journal.state.refused], [25, [2, 7]]);
  const second = queue((user) => (user === 'u-7' ? 'theirFault' : 'accepted'));
  const { sent, journal: after } = await sending(second.client, folder, 25);
  assert.deepEqual(second.came, ['u-2', 'u-7']);
  assert.deepEqual(sent.refused, [{ line: 8, why: 'theirFault: why' }]);
  assert.deepEqual([after.state.next, after.state.refused], [25, [7]]);
  assert.equal(after.state.createdAt, journal.state.createdAt);
});
