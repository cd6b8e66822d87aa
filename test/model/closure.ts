/**
 * Every state that the ledger of one key can ever be in, and everything that anybody can ever ask of it there: each command
 * by each token that the ledger knows and by strangers, in time or late, first or again. Tokens have names only, so a state
 * that differs from another in names (or in attempts) is the same; that makes them few, for any number of workers.
 */
import { BRAKE, dataOf, type Ledger, OPERATOR, type Step } from './ledger-model.ts';

const ATTEMPTS = ['keep', 'refund', 'reset'] as const;
const OUTCOMES = ['submitted', 'refused', 'unknown'] as const;
const VERDICTS = [
  { verdict: 'landed', look: 'late' },
  { verdict: 'absent', look: 'late' },
  { verdict: 'absent', look: 'early' },
] as const;

/** Everything that may come next. */
export function everyStep(state: Ledger): Step[] {
  const known = tokensIn(state);
  const stranger = strangerTo(known, 'A');
  const steps: Step[] = [{ do: 'expireLease' }, { do: 'passGrace' }, { do: 'pause' }, { do: 'resume' }];
  // Of a stranger's data only its claim tells.
  steps.push({ do: 'claim', token: strangerTo(known, 'B') });
  for (const token of [...known, stranger]) {
    steps.push({ do: 'claim', token }, { do: 'renew', token });
    steps.push({ do: 'arm', token, leaseEnds: false }, { do: 'arm', token, leaseEnds: true });
    for (const attempts of ATTEMPTS) {
      steps.push({ do: 'disarm', token, attempts }, { do: 'release', token, attempts });
    }
    for (const as of OUTCOMES) steps.push({ do: 'settle', token, as });
  }
  for (const token of [...known, stranger, OPERATOR]) {
    for (const judged of [...known, 'an older one']) {
      for (const verdict of VERDICTS) steps.push({ do: 'resolve', token, judged, ...verdict });
    }
  }
  return steps;
}

function tokensIn({ owner, holder, armedBy, settledBy }: Ledger): string[] {
  return [...new Set([owner, holder, armedBy, settledBy])].filter((token) => token !== '');
}

function strangerTo(known: readonly string[], data: string): string {
  let nth = 1;
  while (known.includes(data + nth)) nth++;
  return data + nth;
}

/** The same for states that differ in names of tokens, in which data is A, and in counts only. */
export function shapeOf(state: Ledger): string {
  const [one, other] = [shape(state, (data) => data), shape(state, swapped)];
  // biome-ignore lint/complexity/useMathMinMax: these are texts
  return one < other ? one : other;
}

function swapped(data: string): string {
  return data === 'A' ? 'B' : data === 'B' ? 'A' : '';
}

function shape(state: Ledger, name: (data: string) => string): string {
  const tokens = tokensIn(state);
  const token = (text: string) => (text === '' ? '' : `${name(dataOf(text))}${tokens.indexOf(text)}`);
  const { phase, data, owner, holder, armedBy, overdue, settledBy, refused, paused, unknownsInARow } = state;
  return [
    phase,
    name(data),
    ...[owner, holder, armedBy, settledBy].map(token),
    ...[overdue, paused, Math.min(unknownsInARow, BRAKE)],
    ...refused.map(name).sort(),
  ].join(' ');
}
