/** A worker that polls the queue by itself, one message at a time, as `cli/worker.ts` does; it begins when it is told to. */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { variableOf } from '../../lib/config/stage.ts';
import { type Poller, startPoller } from '../../lib/queue/poller.ts';
import { QUEUE_NAME, REGION, sqsClient } from '../../local/queues.ts';
import type { AskedWorker, WorkerTold } from './messages.ts';
import { sekaliSide } from './sekali-side.ts';

const { [variableOf('queueUrl')]: queueUrl = '', [variableOf('sqsEndpoint')]: endpoint = '' } = process.env;
const calls: Record<string, number> = {};
// Of all clients of the queue in this process, the worker's own too.
subscribe('http.client.request.start', (message) => {
  const action = (message as { request: ClientRequest }).request.getHeader('x-amz-target');
  const name = typeof action === 'string' ? action.replace(/^\w+\./, '') : undefined;
  if (name !== undefined) calls[name] = (calls[name] ?? 0) + 1;
});

const side = await sekaliSide({ startBrowser: process.argv[2] === 'browser' });
const client = sqsClient(endpoint);
let poller: Poller | undefined;

const begin = () =>
  startPoller({
    client,
    mapping: {
      functionKey: 'worker',
      queue: { name: QUEUE_NAME, arn: `arn:aws:sqs:${REGION}:000000000000:${QUEUE_NAME}` },
      batchSize: 1,
      maximumConcurrency: 1,
      reportsItemFailures: true,
    },
    region: REGION,
    queueUrl: async () => queueUrl,
    invoke: (event) => side.handle(event),
    say: (line) => console.error(line),
  });

const tell = (told: WorkerTold) => process.send?.(told);
process.on('message', ({ kind }: AskedWorker) => {
  if (kind === 'go') poller ??= begin();
  tell({ kind: 'calls', calls });
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', async () => {
  await poller?.stop();
  await poller?.idle();
  await side.close();
  process.exit();
});
tell({ kind: 'ready' });
