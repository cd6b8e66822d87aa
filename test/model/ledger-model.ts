/**
 * The ledger of one submission key, as plain functions: what the Lua scripts must answer and leave behind. Times are
 * reduced to what decides something: whether the sender's deadline (with its grace) is over, and when a look began.
 */
import type { Phase, SettledPhase } from '../../lib/submission/phases.ts';
import type { Attempts } from '../../lib/submission/ports.ts';
import { AS_BUILT, type Rules } from './rules.ts';

export type Data = 'A' | 'B';
/** Unknown outcomes in a row that pause the form; few, so that walks get there. */
export const BRAKE = 2;
const NOBODY = '';
/** The token of an operator, who needs no lease. */
export const OPERATOR = '';

/** A token belongs to one claim for one delivery of one message, and so to one data: `A7` to data A. */
export function dataOf(token: string): Data {
  return token[0] === 'A' ? 'A' : 'B';
}

export interface Ledger {
  readonly phase: Phase | 'none';
  readonly data: Data | '';
  readonly attempt: number;
  /** Whose claim the record holds. */
  readonly owner: string;
  /** Who has the lease. */
  readonly holder: string;
  readonly armedBy: string;
  /** Of the arming: its sender’s deadline and the grace after it are over. */
  readonly overdue: boolean;
  readonly settledBy: string;
  readonly refused: readonly Data[];
  /** Of the form. */
  readonly paused: boolean;
  readonly unknownsInARow: number;
}

export const EMPTY: Ledger = {
  phase: 'none',
  data: '',
  attempt: 0,
  owner: NOBODY,
  holder: NOBODY,
  armedBy: NOBODY,
  overdue: false,
  settledBy: NOBODY,
  refused: [],
  paused: false,
  unknownsInARow: 0,
};

/** What somebody asks of the ledger, and what happens to it. */
export type Step =
  | { readonly do: 'claim' | 'renew'; readonly token: string }
  | { readonly do: 'arm'; readonly token: string; readonly leaseEnds: boolean }
  | { readonly do: 'disarm'; readonly token: string; readonly attempts: Attempts }
  | { readonly do: 'release'; readonly token: string; readonly attempts: Attempts }
  | { readonly do: 'settle'; readonly token: string; readonly as: SettledPhase | 'unknown' }
  | {
      readonly do: 'resolve';
      readonly token: string;
      readonly judged: string;
      readonly verdict: 'landed' | 'absent';
      /** When the look began: before or after the sender's deadline and grace. */
      readonly look: 'early' | 'late';
    }
  /** Time goes by; a person pauses and resumes the form. */
  | { readonly do: 'expireLease' | 'passDeadline' | 'passGrace' | 'pause' | 'resume' };

type StepOf<Name extends Step['do']> = Extract<Step, { readonly do: Name }>;
type Result = readonly [answer: string, next: Ledger];

export function apply(s: Ledger, step: Step, rules: Rules = AS_BUILT): Result {
  switch (step.do) {
    case 'claim':
      return claim(s, step.token, rules);
    case 'renew':
      return [s.holder === step.token ? 'renewed' : 'notHolder', s];
    case 'arm':
      return arm(s, step);
    case 'disarm':
      if (s.phase !== 'armed' || s.armedBy !== step.token) return ['wrongPhase', s];
      return ['disarmed', giveLeaseBack(reopen(s, step.attempts), step.token)];
    case 'release':
      return release(s, step);
    case 'settle':
      return settle(s, step);
    case 'resolve':
      return resolve(s, step, rules);
    case 'expireLease':
      return ['', { ...s, holder: NOBODY }];
    case 'passDeadline':
      return ['', s];
    case 'passGrace':
      return ['', { ...s, overdue: s.armedBy !== NOBODY }];
    case 'pause':
      return ['', { ...s, paused: true }];
    case 'resume':
      return ['', { ...s, paused: false, unknownsInARow: 0 }];
  }
}

function claim(s: Ledger, token: string, rules: Rules): Result {
  const data = dataOf(token);
  const orphaned = `orphaned by ${rules.orphanKeepsSender ? s.armedBy : token}, ${s.overdue ? 'overdue' : 'too early'}`;
  if (s.holder === token && s.phase === 'claimed' && s.owner === token) return [`claimed ${s.attempt}`, s];
  if (s.holder === token && s.phase === 'armed' && s.armedBy !== token) return [orphaned, s];

  if (s.refused.includes(data)) return ['settled refused', s];
  const other = s.phase !== 'none' && s.data !== data;
  const lasting = s.phase === 'armed' || s.phase === 'unknown' || s.phase === 'submitted';
  const inTheWay = s.holder !== NOBODY || lasting || (!rules.otherDataMayFollow && s.phase !== 'refused');
  if (rules.dataFirst && other && inTheWay) return [`conflict ${s.phase}`, s];

  if (s.phase === 'submitted') return ['settled submitted', s];
  if (s.phase === 'unknown') return ['unknown', s];
  if (s.holder !== NOBODY) return ['held', s];
  if (s.phase === 'armed') return [orphaned, orphanTaken(s, token, rules)];
  if (s.paused) return ['paused', s];
  const attempt = other ? 1 : s.attempt + 1;
  const taken = { data, attempt, owner: token, holder: token, armedBy: NOBODY, overdue: false };
  const refused = rules.refusalsRemembered ? s.refused : [];
  return [`claimed ${attempt}`, { ...s, ...taken, phase: 'claimed', refused }];
}

function orphanTaken(s: Ledger, token: string, rules: Rules): Ledger {
  return { ...s, holder: token, armedBy: rules.orphanKeepsSender ? s.armedBy : token };
}

function arm(s: Ledger, { token, leaseEnds }: StepOf<'arm'>): Result {
  if (s.holder !== token) return ['lost', s];
  if (s.phase === 'armed' && s.armedBy === token) return ['armed', s];
  if (s.phase !== 'claimed' || s.owner !== token) return ['wrongPhase', s];
  if (leaseEnds) return ['lost', s];
  if (s.paused) return ['paused', s];
  return ['armed', { ...s, phase: 'armed', armedBy: token, overdue: false }];
}

function settle(s: Ledger, { token, as }: StepOf<'settle'>): Result {
  const mine =
    (s.phase === 'claimed' && s.owner === token && s.holder === token && as !== 'unknown') ||
    (s.phase === 'armed' && (s.armedBy === token || (s.holder === token && as === 'unknown'))) ||
    (s.phase === 'unknown' && s.armedBy === token && as !== 'unknown');
  if (!mine) {
    const again = s.phase === as && [s.armedBy, s.owner, s.settledBy].includes(token);
    return [again ? 'settled' : 'notOwner', s];
  }
  const settled = giveLeaseBack({ ...s, phase: as, settledBy: token }, token);
  if (as === 'submitted') return ['settled', { ...settled, unknownsInARow: 0 }];
  if (as === 'refused')
    return ['settled', { ...settled, unknownsInARow: 0, refused: withData(s.refused, s.data) }];
  const unknownsInARow = s.unknownsInARow + 1;
  const brake = unknownsInARow >= BRAKE;
  return [brake ? 'settledAndPaused' : 'settled', { ...settled, unknownsInARow, paused: s.paused || brake }];
}

function release(s: Ledger, { token, attempts }: StepOf<'release'>): Result {
  const mine = s.phase === 'claimed' && s.owner === token;
  if (!mine && s.holder !== token) return ['notOwner', s];
  return ['released', giveLeaseBack(mine ? reopen(s, attempts) : s, token)];
}

function resolve(s: Ledger, { token, judged, verdict, look }: StepOf<'resolve'>, rules: Rules): Result {
  const operator = token === OPERATOR;
  if (s.phase === 'refused' && operator && verdict === 'absent') {
    if (rules.verdictNamesArming && s.settledBy !== judged) return ['refused', s];
    return ['resolved', { ...reopen(s, 'reset'), refused: s.refused.filter((data) => data !== s.data) }];
  }
  if (s.phase !== 'armed' && s.phase !== 'unknown') return ['refused', s];
  if (rules.verdictNamesArming && s.armedBy !== judged) return ['refused', s];
  if (rules.verifierHolds && !operator && s.holder !== token) return ['refused', s];
  const free = operator ? s : { ...s, holder: NOBODY };
  if (verdict === 'landed') return ['resolved', { ...free, phase: 'submitted', settledBy: token }];
  if (operator && s.holder !== NOBODY) return ['refused', s];
  if (!s.overdue || look === 'early') return ['tooEarly', s];
  return ['resolved', reopen(free, operator ? 'reset' : 'keep')];
}

function reopen(s: Ledger, attempts: Attempts): Ledger {
  const attempt = { keep: s.attempt, refund: s.attempt - 1, reset: 0 }[attempts];
  return { ...s, phase: 'open', attempt };
}

function giveLeaseBack(s: Ledger, token: string): Ledger {
  return s.holder === token ? { ...s, holder: NOBODY } : s;
}

function withData(refused: readonly Data[], data: Data | ''): readonly Data[] {
  return data === '' ? refused : [...new Set([...refused, data])].sort();
}
