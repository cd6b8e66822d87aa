import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { startPoller } from '../../lib/queue/poller.ts';
import { createQueues, queuesOf } from '../../local/event-source/queues.ts';
import { messagesLeft, REGION, readMessages, sendMessages, sqsClient, startSqs } from '../../local/queues.ts';

interface Settings {
  readonly batchSize?: number;
  readonly maximumConcurrency?: number;
  readonly reportsItemFailures?: boolean;
  readonly visibilitySeconds?: number;
  readonly port?: number;
}

/** A queue on a real emulator, and a poller that feeds `handler` from it. */
export async function fed(
  t: TestContext,
  settings: Settings,
  handler: (event: SQSEvent) => Promise<unknown>,
) {
  const emulator = await startSqs(settings.port === undefined ? {} : { port: settings.port });
  const client = sqsClient(emulator.endpoint);
  const queues = queuesOf(
    {
      Queue: {
        Type: 'AWS::SQS::Queue',
        Properties: { QueueName: 'queue', VisibilityTimeout: settings.visibilitySeconds ?? 30 },
      },
    },
    REGION,
  );
  const [queue] = queues;
  if (!queue) throw new Error('no queue');
  const create = async () => (await createQueues(client, queues)).get('Queue') ?? '';
  const queueUrl = await create();
  const said: string[] = [];
  const poller = startPoller({
    client,
    mapping: {
      functionKey: 'worker',
      queue,
      batchSize: settings.batchSize ?? 10,
      maximumConcurrency: settings.maximumConcurrency ?? 5,
      reportsItemFailures: settings.reportsItemFailures ?? true,
    },
    region: REGION,
    invoke: handler,
    queueUrl: create,
    say: (line) => said.push(line),
  });
  t.after(async () => {
    await Promise.all([poller.stop(), emulator.stop()]);
    client.destroy();
  });
  return {
    emulator,
    poller,
    said,
    send: (...bodies: unknown[]) => sendMessages(client, queueUrl, bodies),
    left: () => messagesLeft(client, queueUrl),
    /** What anybody else would receive now. */
    visible: async () => (await readMessages(client, queueUrl)).map(({ Body }) => Body),
  };
}

/** Looks again and again until it is so. @throws Error after 10 s */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within 10 s: ${what}`);
    await sleep(20);
  }
}
