/** One measured batch: by way of the queue, through a side, and counted at the target. */
import { formName, personOf } from '../target/forms.ts';
import type { Kind } from '../target/pages.ts';
import type { StartedSide } from './start-side.ts';
import type { World } from './world.ts';

export interface BatchOptions {
  readonly world: World;
  readonly side: StartedSide;
  readonly kind: Kind;
  /** Default: `direct`. Only the product has both. */
  readonly sender?: 'direct' | 'http';
  /** Submissions in it. */
  readonly size: number;
}

let people = 0;
export const nextPerson = () => `person-${++people}`;

/**
 * @returns what the handler took, milliseconds
 * @throws Error when the target did not get each of them exactly once
 */
export async function submitBatch({
  world,
  side,
  kind,
  sender = 'direct',
  size,
}: BatchOptions): Promise<number> {
  const ids = Array.from({ length: size }, nextPerson);
  const jobs = ids.map((id) => ({ form: formName(kind, sender), data: personOf(id) }));
  const before = world.target.entries.length;
  const event = await world.batchOf(jobs);
  const { ms, failed } = await side.handle(event);
  await world.remove(event);
  const came = world.target.entries.slice(before).toSorted().join();
  if (failed.length > 0 || came !== ids.toSorted().join()) {
    throw new Error(`Of ${ids.join()} the target got ${came || 'nothing'}; ${failed.length} failed.`);
  }
  return ms;
}
