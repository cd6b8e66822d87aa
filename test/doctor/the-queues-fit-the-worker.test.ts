import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { StageParameters } from '../../lib/config/stage.ts';
import { readStage } from '../../lib/config/stage.ts';
import { queueFindings } from '../../lib/doctor/queue-facts.ts';
import { examineQueues } from '../../lib/doctor/queues.ts';
import { sqsClient, startSqs } from '../../local/queues.ts';
import {
  createQueues,
  examinerOf,
  type Params,
  type QueueAttributes,
  textsOf,
  wrongOnes,
} from './support.ts';

const SIGNAL = new AbortController().signal;

async function look(
  t: TestContext,
  changed: Parameters<typeof createQueues>[1] = {},
  params: Params = {},
): Promise<string[]> {
  const emulator = await startSqs();
  t.after(() => emulator.stop());
  const addresses = await createQueues(emulator.endpoint, changed);
  const examiner = await examinerOf({ ...addresses, ...params });
  const { findings } = await examineQueues(examiner, readStage(examiner.env), SIGNAL);
  return textsOf(findings);
}

test('queues as the stack makes them are well; the parking queue tells how many wait for a person', async (t) => {
  const emulator = await startSqs();
  t.after(() => emulator.stop());
  const addresses = await createQueues(emulator.endpoint);
  const client = sqsClient(emulator.endpoint);
  await client.send(new SendMessageCommand({ QueueUrl: addresses.parkingUrl, MessageBody: '{}' }));
  client.destroy();
  // By name, where the addresses are not known.
  const examiner = await examinerOf({ sqsEndpoint: emulator.endpoint });
  assert.equal(examiner.env.SEKALI_QUEUE_URL, undefined);
  const stage = readStage((await examinerOf(addresses)).env);
  const texts = textsOf((await examineQueues(examiner, stage, SIGNAL)).findings);
  assert.deepEqual(wrongOnes(texts), []);
  assert.match(texts[0] ?? '', /^ok submission queue: 0 waiting/);
  assert.equal(texts[1], 'ok parking queue: 1 waits for a person');
  assert.equal(texts.length, 6);
});

const cases: [string, { submissions?: QueueAttributes; parking?: QueueAttributes }, Params, RegExp][] = [
  [
    'a visibility timeout below six times the worker’s: both are named',
    { submissions: { VisibilityTimeout: '719' } },
    {},
    /^visibility timeout is 719 s, less than 6 x workerTimeoutSeconds 120 \+ batchingWindowSeconds 0 = 720 s/,
  ],
  [
    'the batching window counts, too',
    {},
    { batchingWindowSeconds: '5' },
    /^visibility timeout is 720 s, .*batchingWindowSeconds 5 = 725 s/,
  ],
  ['no redrive', { submissions: { RedrivePolicy: '' } }, {}, /moves nothing to the parking queue/],
  [
    'redrive to another queue',
    {
      submissions: {
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: 'arn:aws:sqs:eu-west-1:000000000000:other',
          maxReceiveCount: 100,
        }),
      },
    },
    {},
    /moves to arn:\S+:other, and the worker parks in arn:\S+:sekali-local-parking/,
  ],
  ['another count of receives', {}, { maxReceiveCount: '50' }, /after 100 receives, maxReceiveCount is 50/],
  [
    'a parking queue that takes no more than the submission queue',
    { submissions: { MaximumMessageSize: '262144' } },
    {},
    /takes 262144 bytes and the parking queue 262144: it must take 16384 more/,
  ],
  [
    'a ledger that forgets first',
    {},
    { ledgerRetentionDays: '28' },
    /14 d in the queue and 14 d in parking, ledgerRetentionDays is 28: a message may outlive the record/,
  ],
];

for (const [name, changed, params, expected] of cases) {
  test(`wrong, and nothing else is: ${name}`, async (t) => {
    const wrong = wrongOnes(await look(t, changed, params));
    assert.equal(wrong.length, 1, wrong.join('\n'));
    assert.match(wrong[0] ?? '', expected);
  });
}

test('outside the local stage both queues must be encrypted, by SQS or by a key of one’s own', () => {
  const stage = { maxReceiveCount: 1 } as StageParameters;
  const said = (submissions: QueueAttributes, parking: QueueAttributes) =>
    textsOf(queueFindings(submissions, parking, stage, { needsEncryption: true })).at(-1);
  const bySqs = { SqsManagedSseEnabled: 'true' };
  assert.equal(said(bySqs, { KmsMasterKeyId: 'alias/ours' }), 'ok both queues are encrypted');
  assert.match(said(bySqs, { SqsManagedSseEnabled: 'false' }) ?? '', /^WRONG a queue is not encrypted/);
});
