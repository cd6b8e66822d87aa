/** One measured batch: by way of the queue, through a side, and counted at the target. */
import type { Definition } from '../target/forms.ts';
import type { Kind } from '../target/pages.ts';
import { jobsFor } from './jobs.ts';
import type { StartedSide } from './start-side.ts';
import type { World } from './world.ts';

export interface BatchOptions {
  readonly world: World;
  readonly side: StartedSide;
  readonly kind: Kind;
  /** Default: `whole`. Only the product has others. */
  readonly definition?: Definition;
  /** Submissions in it. */
  readonly size: number;
}

/**
 * @returns what the handler took, milliseconds
 * @throws Error when the target did not get each of them exactly once
 */
export async function submitBatch({
  world,
  side,
  kind,
  definition = 'whole',
  size,
}: BatchOptions): Promise<number> {
  const jobs = jobsFor(kind, definition, size);
  const ids = jobs.map(({ data }) => data.userId);
  const before = world.target.entries.length;
  const event = await world.batchOf(jobs);
  const { ms, failed } = await side.handle(event);
  await world.remove(event);
  const came = world.target.entries.slice(before).toSorted().join();
  if (failed.length > 0 || came !== ids.toSorted().join()) {
    const what = `Of ${ids.join()} the target got ${came || 'nothing'}; ${failed.length} failed.`;
    throw new Error(`${what} The end of the log:\n${side.said()}`);
  }
  return ms;
}
