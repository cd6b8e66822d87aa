/** Everything that the protocol is made of, for one submission key. */
import { type Data, EMPTY, type Ledger, type Step } from '../ledger-model.ts';

/** Where a worker is in its way with one delivery: the command or effect that comes next. */
export type Place =
  | 'idle'
  | 'claim'
  | 'run'
  | 'confirmArming'
  | 'send'
  | 'await'
  | 'disarm'
  | 'release'
  | 'settle'
  | 'look'
  | 'resolve'
  | 'confirmOutcome'
  | 'park'
  | 'delete';

export interface Worker {
  readonly at: Place;
  /** Index of the message that it received. */
  readonly message: number;
  readonly data: Data;
  readonly token: string;
  /** What it settles as, or its verdict. */
  readonly as: 'submitted' | 'refused' | 'unknown' | 'landed' | 'absent' | '';
  /** Where it goes once the key was given back. */
  readonly onward: 'release' | 'claim' | 'park' | 'idle';
  /** The arming that it looks at. */
  readonly judged: string;
  /** It is at its second claim, after an expired session. */
  readonly fresh: boolean;
}

const IDLE: Worker = {
  at: 'idle',
  message: -1,
  data: 'A',
  token: '',
  as: '',
  onward: 'idle',
  judged: '',
  fresh: false,
};

export interface Message {
  readonly data: Data;
  readonly queued: boolean;
}

/** What a person saw at the target, and has not told the ledger yet. */
export type Verdict = Extract<Step, { readonly do: 'resolve' }>;

export interface World {
  readonly ledger: Ledger;
  /** What the replica has of it, where there is one. */
  readonly replica: Ledger | undefined;
  readonly failedOver: boolean;
  readonly workers: readonly Worker[];
  readonly messages: readonly Message[];
  readonly redrives: number;
  /** Data with a copy in the queue for people. */
  readonly parked: readonly Data[];
  /** Tokens of the requests under way to the target. */
  readonly flights: readonly string[];
  /** What the target recorded. */
  readonly entries: number;
  /** A command that the network may deliver once more, or at last. */
  readonly late: Step | undefined;
  readonly person: Verdict | undefined;
  readonly past: Past;
}

/** What happened, for the invariants only. */
export interface Past {
  /** Data that the ledger once held an end for. */
  readonly settled: readonly Data[];
  /** Data that was refused, and that no person opened again. */
  readonly refused: readonly Data[];
  readonly refusedSent: boolean;
  readonly wrongArming: boolean;
}

export interface Size {
  readonly messages: readonly Data[];
  readonly workers: number;
  readonly redrives: number;
  readonly replica: boolean;
}

export function startOf({ messages, workers, redrives, replica }: Size): World {
  return {
    ledger: EMPTY,
    replica: replica ? EMPTY : undefined,
    failedOver: false,
    workers: Array.from({ length: workers }, () => IDLE),
    messages: messages.map((data) => ({ data, queued: true })),
    redrives,
    parked: [],
    flights: [],
    entries: 0,
    late: undefined,
    person: undefined,
    past: { settled: [], refused: [], refusedSent: false, wrongArming: false },
  };
}

/** The worker goes on with the same delivery. */
export function moved(world: World, nth: number, change: Partial<Worker>): World {
  return {
    ...world,
    workers: world.workers.map((worker, other) => (other === nth ? { ...worker, ...change } : worker)),
  };
}

/** The worker is through with its delivery, or dead. */
export function idle(world: World, nth: number): World {
  return { ...world, workers: world.workers.map((worker, other) => (other === nth ? IDLE : worker)) };
}

/** A token that nobody knows yet. */
export function freshToken(world: World, data: Data): string {
  const used = tokensIn(world);
  let nth = 1;
  while (used.includes(data + nth)) nth++;
  return data + nth;
}

function tokensIn({ ledger, replica, workers, flights, late, person }: World): string[] {
  const tokens = [...inLedger(ledger), ...flights];
  if (replica) tokens.push(...inLedger(replica));
  for (const { token, judged } of workers) tokens.push(token, judged);
  for (const step of [late, person]) {
    if (step && 'token' in step) tokens.push(step.token);
    if (step?.do === 'resolve') tokens.push(step.judged);
  }
  return tokens;
}

function inLedger({ owner, holder, armedBy, settledBy }: Ledger): string[] {
  return [owner, holder, armedBy, settledBy];
}

export function including<T>(list: readonly T[], item: T): readonly T[] {
  return list.includes(item) ? list : [...list, item];
}

export function without<T>(list: readonly T[], item: T): readonly T[] {
  const at = list.indexOf(item);
  return at < 0 ? list : [...list.slice(0, at), ...list.slice(at + 1)];
}
