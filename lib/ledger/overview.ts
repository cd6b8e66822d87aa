import { PHASES, type Phase } from '../submission/phases.ts';
import { type Connection, script } from './connection.ts';
import { type Standing, standingOf } from './record-page.ts';
import { recordKey } from './redis-ledger.ts';
import overviewText from './scripts/overview.lua';

const OVERVIEW = script(overviewText);

export interface OverviewOptions {
  /** Of each phase, so many are told in full: those that changed last. */
  readonly newest: number;
  /** When it is enough, milliseconds: what was not looked at by then is left out. */
  readonly budgetMs: number;
  /** Records that Redis looks at in one go; meanwhile it does nothing else. */
  readonly stepRecords: number;
}

export interface PhaseOverview {
  readonly count: number;
  /** Those that changed last come first. */
  readonly newest: readonly Standing[];
}

export interface Overview {
  readonly phases: Readonly<Record<Phase, PhaseOverview>>;
  /** Whether all records were looked at; else the counts are too small, and newer ones may be missing. */
  readonly complete: boolean;
}

interface Found {
  readonly count: number;
  /** When each changed last, epoch milliseconds, by key; the last one comes first. */
  readonly named: Map<string, number>;
}

/**
 * How many submissions are in each phase, and which of them changed last: one walk through the ledger, whose answer does not
 * grow with it. What changes its phase meanwhile may be counted twice or not at all.
 * @throws LedgerError
 */
export async function overview(
  connection: Connection,
  { newest, budgetMs, stepRecords }: OverviewOptions,
): Promise<Overview> {
  const [before, after] = recordKey('*').split('*') as [string, string];
  const found = byPhase<Found>(() => ({ count: 0, named: new Map() }));
  const endsMs = performance.now() + budgetMs;
  let cursor = '0';
  do {
    // Only what may be among the newest is named: hundreds of a hundred thousand.
    const wanted = PHASES.flatMap((phase) => [phase, leastOf(found[phase].named, newest)]);
    const { value } = await connection.run(OVERVIEW, [], [cursor, stepRecords, recordKey('*'), ...wanted]);
    const [next, ...told] = value as [string, ...(number | (string | number)[])[]];
    for (const [nth, phase] of PHASES.entries()) {
      const [count, flat] = told.slice(nth * 2) as [number, (string | number)[]];
      const { named } = found[phase];
      for (let at = 0; at < flat.length; at += 2) {
        named.set(String(flat[at]).slice(before.length, -after.length), Number(flat[at + 1]));
      }
      found[phase] = { count: found[phase].count + count, named: newestOf(named, newest) };
    }
    cursor = next;
  } while (cursor !== '0' && performance.now() < endsMs);
  const shown = await Promise.all(PHASES.map((phase) => inFull(connection, phase, found[phase])));
  return { phases: byPhase((_, nth) => shown[nth] as PhaseOverview), complete: cursor === '0' };
}

async function inFull(connection: Connection, phase: Phase, { count, named }: Found): Promise<PhaseOverview> {
  const standing = await Promise.all([...named.keys()].map((key) => standingOf(connection, key)));
  // Between the walk and now it may have gone, or gone on.
  const newest = standing.filter((one): one is Standing => one?.record.phase === phase);
  return { count, newest };
}

function byPhase<T>(make: (phase: Phase, nth: number) => T): Record<Phase, T> {
  return Object.fromEntries(PHASES.map((phase, nth) => [phase, make(phase, nth)])) as Record<Phase, T>;
}

function newestOf(named: ReadonlyMap<string, number>, newest: number): Map<string, number> {
  return new Map([...named].sort(([, one], [, other]) => other - one).slice(0, newest));
}

/** Since when a record must have changed to be one of the newest, epoch milliseconds. */
function leastOf(named: ReadonlyMap<string, number>, newest: number): number {
  return named.size < newest ? 0 : ([...named.values()].at(-1) ?? 0);
}
