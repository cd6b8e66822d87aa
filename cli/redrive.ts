import { parseArgs } from 'node:util';
import { GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import type { Said } from '../functions/operate/commands.ts';
import { DEFAULTS } from '../lib/config/defaults.ts';
import { queueClient } from '../lib/queue/client.ts';
import { MOVED_BY_QUEUE, type Redriven, redrive } from '../lib/queue/redrive.ts';
import { messageOf, PARK_REASONS } from '../lib/submission/errors.ts';
import { environmentOf, STAGE_OPTIONS } from './stage-arguments.ts';

const OPTIONS = { ...STAGE_OPTIONS, reason: { type: 'string', multiple: true } } as const;

/** Whether this is the command, wherever its options stand. */
export function isRedrive(args: readonly string[]): boolean {
  const { positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: OPTIONS,
  });
  return positionals[0] === 'redrive';
}

/**
 * Reads `redrive [--reason REASON …]`. Without a reason all go back but the unknown ones: until somebody has settled them they
 * would only be parked again.
 * @throws Error in plain words for what is no such command
 */
export async function redriveCommand(args: readonly string[]): Promise<() => Promise<Said>> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  });
  if (positionals.length > 1) throw new Error('redrive takes no more than --reason.');
  const { SEKALI_SQS_ENDPOINT: endpoint, SEKALI_QUEUE_URL, SEKALI_PARKING_URL } = await environmentOf(values);
  const reasons = values.reason;
  const known: readonly string[] = [...PARK_REASONS, MOVED_BY_QUEUE];
  const strange = reasons?.find((reason) => !known.includes(reason));
  if (strange !== undefined)
    throw new Error(`There is no reason "${strange}"; there are ${known.join(', ')}.`);
  const wanted = (reason: string) => reasons?.includes(reason) ?? reason !== 'unknown';
  return async () => {
    const client = queueClient({ endpoint, tries: DEFAULTS.queueTries, timeoutMs: DEFAULTS.pollTimeoutMs });
    const urlOf = async (which: string) =>
      (await client.send(new GetQueueUrlCommand({ QueueName: `sekali-${values.stage}-${which}` })))
        .QueueUrl ?? '';
    let moved = 0;
    try {
      const redriven = await redrive({
        client,
        sourceUrl: SEKALI_QUEUE_URL || (await urlOf('submissions')),
        parkingUrl: SEKALI_PARKING_URL || (await urlOf('parking')),
        wanted,
        onMoved: (count) => {
          moved = count;
          if (count % 100 === 0) console.error(`${count} sent to the queue again …`);
        },
      });
      return { done: redriven.complete, text: textOf(redriven) };
    } catch (thrown) {
      return { done: false, text: `${moved} sent to the queue again, then it failed: ${messageOf(thrown)}` };
    } finally {
      client.destroy();
    }
  };
}

function textOf({ moved, stayed, later, complete }: Redriven): string {
  const left = [...stayed].map(([reason, count]) => `${count} ${reason}`);
  if (later > 0) left.push(`${later} parked since this began`);
  const still = left.length === 0 ? '' : `; still parked: ${left.join(', ')}`;
  const more = complete ? '' : '\nThere are so many that perhaps not all were looked at: run it again.';
  return `${moved} sent to the queue again${still}${more}`;
}
