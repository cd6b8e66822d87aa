import { parseArgs } from 'node:util';
import { GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import type { Said } from '../functions/operate/commands.ts';
import { DEFAULTS } from '../lib/config/defaults.ts';
import { queueClient } from '../lib/queue/client.ts';
import { redrive } from '../lib/queue/redrive.ts';
import { environmentOf, STAGE_OPTIONS } from './stage-arguments.ts';

/**
 * Reads `redrive [--reason REASON …]`. Without a reason all go back but the unknown ones: until somebody has settled them they
 * would only be parked again.
 * @throws Error in plain words for what is no such command
 */
export async function redriveCommand(args: readonly string[]): Promise<() => Promise<Said>> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...STAGE_OPTIONS, reason: { type: 'string', multiple: true } },
  });
  if (positionals.length > 1) throw new Error('redrive takes no more than --reason.');
  const { SEKALI_SQS_ENDPOINT: endpoint, SEKALI_QUEUE_URL, SEKALI_PARKING_URL } = await environmentOf(values);
  const reasons = values.reason;
  const wanted = (reason: string) => reasons?.includes(reason) ?? reason !== 'unknown';
  return async () => {
    const client = queueClient({ endpoint, tries: DEFAULTS.queueTries, timeoutMs: DEFAULTS.pollTimeoutMs });
    const urlOf = async (which: string) =>
      (await client.send(new GetQueueUrlCommand({ QueueName: `sekali-${values.stage}-${which}` })))
        .QueueUrl ?? '';
    try {
      const { moved, stayed } = await redrive({
        client,
        sourceUrl: SEKALI_QUEUE_URL || (await urlOf('submissions')),
        parkingUrl: SEKALI_PARKING_URL || (await urlOf('parking')),
        wanted,
        onMoved: (count) => {
          if (count % 100 === 0) console.error(`${count} sent to the queue again …`);
        },
      });
      const left = [...stayed].map(([reason, count]) => `${count} ${reason}`).join(', ');
      return { done: true, text: `${moved} sent to the queue again${left && `; still parked: ${left}`}` };
    } finally {
      client.destroy();
    }
  };
}
