import type { Message } from '@aws-sdk/client-sqs';
import { ParkedWalk, reasonOf, sentMs } from './parked-walk.ts';
import { type ParkingQueues, sendAgain } from './send-again.ts';

export { MOVED_BY_QUEUE } from './parked-walk.ts';

/** There may be thousands to go through. */
const HIDE_SECONDS = 120;

/** The reason, for a person, of a message that stays since it is too large with its createdAt. */
export const REFUSED_BY_QUEUE = 'tooLarge';

export interface Redrive extends ParkingQueues {
  /** Whether a message that was parked for this reason shall go back. */
  readonly wanted: (reason: string) => boolean;
  readonly onMoved?: (moved: number) => void;
}

/** How many went back, and how many stayed, by their reason. */
export interface Redriven {
  readonly moved: number;
  readonly stayed: ReadonlyMap<string, number>;
  /** Parked since the redrive began, and left: perhaps the worker has parked again what was just sent back. */
  readonly later: number;
  /** Whether all were looked at. Not where there are so many that the first ones were seen again before the last. */
  readonly complete: boolean;
}

/**
 * Sends parked messages to the queue of submissions again.
 *
 * Only what was parked before it began goes back, or it would never end while the worker parks the same ones again.
 * @throws Error of SQS; what was moved until then stays moved
 */
export async function redrive({ wanted, onMoved, ...queues }: Redrive): Promise<Redriven> {
  const walk = new ParkedWalk({ ...queues, hideSeconds: HIDE_SECONDS });
  const stayed = new Map<string, number>();
  const stay = (reason: string) => stayed.set(reason, (stayed.get(reason) ?? 0) + 1);
  let moved = 0;
  let later = 0;

  async function lookAt(message: Message): Promise<void> {
    const reason = reasonOf(message);
    if (!wanted(reason)) {
      stay(reason);
    } else if (sentMs(message) > walk.startedMs) {
      later += 1;
    } else if ((await sendAgain(queues, message)) !== undefined) {
      walk.taken(message);
      moved += 1;
      onMoved?.(moved);
    } else {
      stay(REFUSED_BY_QUEUE);
    }
  }

  try {
    for await (const messages of walk.batches()) {
      const looked = await Promise.allSettled(messages.map(lookAt));
      const failed = looked.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
    return { moved, stayed, later, complete: walk.complete };
  } finally {
    await walk.end();
  }
}
