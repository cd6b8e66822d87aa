import { interleave, type Side } from '../interleave.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { type Guard, newData } from './guard.ts';

/** How much is measured. */
export interface Amount {
  readonly rounds: number;
  /** Submissions, or duplicates, of a round, one after the other. */
  readonly inTurn: number;
  /** Submissions of a round of which `LANES` are under way at a time. */
  readonly atOnce: number;
}

/** Of one guard; what it does not do is absent. */
export interface Speed {
  /** Submissions a second, `LANES` at a time. */
  readonly atOnce?: Spread;
  /** Milliseconds of a submission, one after the other. */
  readonly submitMs?: Spread;
  /** Milliseconds of a duplicate, one after the other. */
  readonly skipMs?: Spread;
}

export const LANES = 32;

/** Scripts are loaded and code is compiled in these. */
const WARM_UPS = 2;

/** How many rounds of all guards `speedsOf` takes. */
export const roundsOf = ({ rounds }: Amount) => 3 * (WARM_UPS + rounds);

/** Of guards by their names, measured in turn. */
export async function speedsOf(
  guards: ReadonlyMap<string, Guard>,
  amount: Amount,
  onRound: () => void,
): Promise<ReadonlyMap<string, Speed>> {
  const { rounds, inTurn } = amount;
  const submitMs = new Map<string, number[]>();
  const skipMs = new Map<string, number[]>();
  const turns: Record<string, Side> = {};
  const lanes: Record<string, Side> = {};
  const skips: Record<string, Side> = {};
  for (const [name, { submit, skipOf }] of guards) {
    if (submit !== undefined) {
      turns[name] = timed(() => submit(newData()), inTurn, listOf(submitMs, name));
      lanes[name] = () => perSecondAtOnce(() => submit(newData()), amount.atOnce);
    }
    if (skipOf !== undefined) {
      const settled = newData();
      await submit?.(settled);
      skips[name] = timed(skipOf(settled), inTurn, listOf(skipMs, name));
    }
  }
  const options = { rounds, warmUps: WARM_UPS, onRound };
  await interleave(turns, options);
  const atOnce = await interleave(lanes, options);
  await interleave(skips, options);
  // The warm-ups come first in these lists.
  const spreadIn = (samples: readonly number[] | undefined) =>
    samples && spreadOf(samples.slice(WARM_UPS * inTurn));
  return new Map(
    [...guards.keys()].map((name) => {
      const [submit, skip] = [spreadIn(submitMs.get(name)), spreadIn(skipMs.get(name))];
      const lane = atOnce[name];
      return [
        name,
        {
          ...(lane && { atOnce: spreadOf(lane) }),
          ...(submit && { submitMs: submit }),
          ...(skip && { skipMs: skip }),
        },
      ];
    }),
  );
}

function listOf(lists: Map<string, number[]>, name: string): number[] {
  const list: number[] = [];
  lists.set(name, list);
  return list;
}

/** One after the other, the milliseconds of each into `samples`. */
function timed(work: () => Promise<void>, times: number, samples: number[]): Side {
  return async () => {
    const startedAt = performance.now();
    for (let nth = 0; nth < times; nth += 1) {
      const from = performance.now();
      await work();
      samples.push(performance.now() - from);
    }
    return performance.now() - startedAt;
  };
}

async function perSecondAtOnce(work: () => Promise<void>, times: number): Promise<number> {
  const startedAt = performance.now();
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (times * 1000) / (performance.now() - startedAt);
}
