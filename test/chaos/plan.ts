/** What will happen to whom: all of it follows from one seed. */
import fc from 'fast-check';
import type { Act } from './journal.ts';
import { POINTS, type Point } from './points.ts';
import { TROUBLES, type Trouble } from './target.ts';

export interface Planned {
  readonly id: string;
  readonly form: 'ticket' | 'permit';
  /** When each message of it is sent, milliseconds after the start. */
  readonly messagesAtMs: readonly number[];
  /** A further message has the same identity and other data. */
  readonly conflicting: boolean;
  readonly trouble: Trouble;
  /** Each strikes once. */
  readonly strikes: readonly Strike[];
}

export interface Strike {
  readonly at: Point;
  readonly act: Act;
}

/** What happens to all of them, when the n-th submission is claimed first. */
export interface WorldStrike {
  readonly atNth: number;
  readonly what:
    | 'redis refuses'
    | 'redis is silent'
    | 'failover'
    | 'failover of a late replica'
    | 'queue fails';
  readonly ms: number;
}

export interface Plan {
  readonly submissions: readonly Planned[];
  readonly world: readonly WorldStrike[];
}

/** From one submission to the next. */
const TURN_MS = 100;
/** One in so many submissions has something happen to all of them. */
const WORLD_STRIKE_EVERY = 25;

const KILLS = Object.keys(POINTS) as Point[];
const AT_REDIS: readonly Point[] = ['receive', 'claim', 'hold', 'arm', 'answer', 'settle'];
const FREEZES: readonly Point[] = ['claim', 'load', 'fill', 'hold', 'arm', 'sent', 'answer'];

const strike: fc.Arbitrary<Strike> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ at: fc.constantFrom(...KILLS), act: fc.constant<Act>('kill') }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constantFrom(...AT_REDIS), act: fc.constant<Act>('cut') }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constantFrom(...AT_REDIS), act: fc.constant<Act>('hold') }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constantFrom(...FREEZES), act: fc.constant<Act>('freeze') }) },
);

const planned = fc.record({
  form: fc.constantFrom('ticket' as const, 'permit' as const),
  messagesAtMs: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 4 }),
  conflicting: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  trouble: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Trouble>('none') },
    { weight: 4, arbitrary: fc.constantFrom(...TROUBLES) },
  ),
  strikes: fc.oneof(
    { weight: 5, arbitrary: fc.constant<Strike[]>([]) },
    { weight: 4, arbitrary: strike.map((one) => [one]) },
    { weight: 1, arbitrary: fc.tuple(strike, strike) },
  ),
});

const worldStrike = fc.record({
  what: fc.constantFrom<WorldStrike['what']>(
    'redis refuses',
    'redis is silent',
    'failover',
    'failover of a late replica',
    'queue fails',
  ),
  ms: fc.integer({ min: 300, max: 2_500 }),
});

/** The same plan for the same seed and number. */
export function planOf(seed: number, submissions: number): Plan {
  const world = fc.sample(worldStrike, { seed, numRuns: Math.floor(submissions / WORLD_STRIKE_EVERY) });
  return {
    submissions: fc.sample(planned, { seed, numRuns: submissions }).map(({ messagesAtMs, ...one }, nth) => ({
      ...one,
      id: `v${nth}`,
      messagesAtMs: messagesAtMs.map((ms) => nth * TURN_MS + ms),
    })),
    world: world.map((one, nth) => ({ ...one, atNth: (nth + 1) * WORLD_STRIKE_EVERY })),
  };
}
