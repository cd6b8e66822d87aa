import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { startChild } from '../../local/children.ts';
import { READY_LINE } from '../../local/event-source-mapping.ts';
import {
  messagesLeft,
  queueUrlOf,
  readMessages,
  sendMessages,
  sqsClient,
  startSqs,
} from '../../local/queues.ts';
import { until } from './poller-support.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

const SERVICE = `
service: tiny
frameworkVersion: '4'
provider: { name: aws, runtime: nodejs24.x, region: eu-west-1, stage: local, environment: { PARKING: { Ref: Parking } } }
plugins: [./local/event-source-mapping.ts, serverless-offline]
custom: { localStack: { sqsEndpoint: '\${param:sqsEndpoint}' } }
functions:
  worker:
    handler: worker.handler
    events:
      - sqs: { arn: { Fn::GetAtt: [Source, Arn] }, batchSize: 10, functionResponseType: ReportBatchItemFailures }
resources:
  Resources:
    Source:
      Type: AWS::SQS::Queue
      Properties:
        QueueName: source
        VisibilityTimeout: 1
        RedrivePolicy: { deadLetterTargetArn: { Fn::GetAtt: [Parking, Arn] }, maxReceiveCount: 2 }
    Parking: { Type: AWS::SQS::Queue, Properties: { QueueName: parking } }
`;
const WORKER = `
export const handler = async ({ Records }) => {
  for (const { body } of Records) console.log('handled', body, process.env.PARKING);
  return { batchItemFailures: Records.filter((r) => r.body === 'bad').map((r) => ({ itemIdentifier: r.messageId })) };
};
`;

test('queues are created with their redrive policy, functions are fed, a signal ends it properly', async (t) => {
  // Inside the checkout, where packages are found. Serverless takes plugins from inside the service's folder only.
  await mkdir(join(ROOT, '.sekali'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.sekali', 'tiny-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(ROOT, 'local'), join(folder, 'local'));
  await writeFile(join(folder, 'serverless.yml'), SERVICE);
  await writeFile(join(folder, 'worker.mjs'), WORKER);

  const emulator = await startSqs();
  t.after(() => emulator.stop());
  const client = sqsClient(emulator.endpoint);
  const serverless = join(ROOT, 'node_modules', 'serverless', 'bin', 'serverless.js');
  const ports = ['--lambdaPort', '0', '--httpPort', '0'];
  const child = await startChild(
    process.execPath,
    [serverless, 'offline', 'start', ...ports, '--param', `sqsEndpoint=${emulator.endpoint}`],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  t.after(() => child.stop());
  const lines: string[] = [];
  assert.ok(child.process.stdout);
  createInterface({ input: child.process.stdout }).on('line', (line) => lines.push(line));
  await until('serverless offline is ready', () => lines.includes(READY_LINE));

  const [source, parking] = [
    queueUrlOf(emulator.endpoint, 'source'),
    queueUrlOf(emulator.endpoint, 'parking'),
  ];
  await sendMessages(client, source, ['good', 'bad']);
  await until('the bad one is parked', async () => (await messagesLeft(client, parking)) === 1);
  assert.deepEqual(
    (await readMessages(client, parking)).map(({ Body }) => Body),
    ['bad'],
  );
  assert.equal(await messagesLeft(client, source), 0);
  const handled = lines.filter((line) => line.startsWith('handled'));
  assert.equal(handled.filter((line) => line.startsWith('handled bad')).length, 2);
  assert.match(
    handled[0] ?? '',
    /http:\/\/\S+\/parking$/,
    'Ref of a queue reaches the function as its address',
  );

  await child.kill('SIGTERM');
  assert.equal(child.process.exitCode, 0);
});
