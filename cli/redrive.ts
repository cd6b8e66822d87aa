import { type Redriven, redrive } from '../lib/queue/redrive.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { clientFor, queuesOf } from './queues.ts';
import type { Said } from './said.ts';
import type { StageValues } from './stage-arguments.ts';

export interface RedriveOptions extends StageValues {
  readonly reason?: readonly string[];
}

/** Without a reason all go back but the unknown ones: until somebody has settled them they would only be parked again. */
export async function redriveParked({ reason: reasons, ...where }: RedriveOptions): Promise<Said> {
  const wanted = (reason: string) => reasons?.includes(reason) ?? reason !== 'unknown';
  const environment = await queuesOf(where);
  const client = clientFor(environment);
  let moved = 0;
  try {
    const redriven = await redrive({
      client,
      sourceUrl: environment.SEKALI_QUEUE_URL,
      parkingUrl: environment.SEKALI_PARKING_URL,
      wanted,
      onMoved: (count) => {
        moved = count;
        if (count % 100 === 0) console.error(`${count} sent to the queue again …`);
      },
    });
    const { stayed, ...rest } = redriven;
    return {
      done: rest.complete,
      text: textOf(redriven),
      json: { ...rest, stayed: Object.fromEntries(stayed) },
    };
  } catch (thrown) {
    const why = messageOf(thrown);
    return {
      done: false,
      text: `${moved} sent to the queue again, then it failed: ${why}`,
      json: { moved, error: why },
    };
  } finally {
    client.destroy();
  }
}

function textOf({ moved, stayed, later, complete }: Redriven): string {
  const left = [...stayed].map(([reason, count]) => `${count} ${reason}`);
  if (later > 0) left.push(`${later} parked since this began`);
  const still = left.length === 0 ? '' : `; still parked: ${left.join(', ')}`;
  const more = complete ? '' : '\nThere are so many that perhaps not all were looked at: run it again.';
  return `${moved} sent to the queue again${still}${more}`;
}
