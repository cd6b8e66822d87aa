/** A plan, carried out on the rig, judged, and mended by an operator who knows the target's truth. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import type { LedgerRecord } from '../../lib/ledger/records.ts';
import { dataHashOf } from '../../lib/submission/key.ts';
import type { Recovery } from './journal.ts';
import { type Facts, type Judged, judge, notesOf } from './judge.ts';
import { keyOfPlanned, recordsOf, resolveAs } from './ledger-view.ts';
import { lockKeyOf } from './lock-key.ts';
import type { Plan, Planned } from './plan.ts';
import { type Body, type Rig, startRig } from './rig.ts';

/** Short times: the same protocol, and a run of minutes instead of an hour. */
export const SHORT_TIMES = {
  leaseTtlMs: 3_000,
  heartbeatMs: 1_000,
  abortMarginMs: 500,
  navigationTimeoutMs: 5_000,
  actionTimeoutMs: 3_000,
  proofTimeoutMs: 4_000,
  reserveMs: 3_000,
  flightGraceMs: 1_000,
  workerTimeoutSeconds: 15,
  backoffBaseMs: 200,
  batchSize: 2,
  waitReplicas: 1,
  // Out of the way: they have tests of their own, and would end a run in which everybody meets several faults.
  maxAttempts: 50,
  maxReceiveCount: 1_000,
  brake: 1_000,
};
/** Longer than a lease, shorter than in AWS: a message whose worker died before it could hide it comes back then. */
const VISIBILITY_SECONDS = 6;
const LOOK_MS = 500;
/** Of an operator: every submission has trouble at most once, so two would do. */
const MOST_ROUNDS = 4;

export interface ChaosOptions {
  /** Execution environments at once. */
  readonly workers: number;
  readonly worker?: 'sekali' | 'naive';
  readonly params?: Partial<typeof SHORT_TIMES>;
  readonly visibilitySeconds?: number;
  /** Whether an execution environment takes a second invocation. Default: true, as in Lambda. */
  readonly reuse?: boolean;
  /** Whether an operator resolves what is unknown at the end. Default: true. */
  readonly operator?: boolean;
  readonly timeLimitMs: number;
  readonly onLine?: (line: string) => void;
  readonly say?: (progress: string) => void;
}

export interface ChaosResult {
  readonly messages: number;
  readonly entries: number;
  /** When all messages have come to an end. */
  readonly judged: Judged;
  /** After an operator has resolved what was unknown, and what was absent has been sent again: who does not stand there once. */
  readonly notOnce: readonly string[];
  /** Messages still in the queue at the time limit. */
  readonly left: number;
  /** By reason. */
  readonly parked: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  /** At the target, by visitor. */
  readonly entriesOf: ReadonlyMap<string, number>;
  readonly recoveries: readonly Recovery[];
  /** Where each submission stood when all messages had come to an end. */
  readonly phases: ReadonlyMap<string, string>;
  readonly seconds: number;
}

export async function runPlan(plan: Plan, options: ChaosOptions): Promise<ChaosResult> {
  const { worker = 'sekali', say = () => {} } = options;
  const startedMs = performance.now();
  const params = { ...SHORT_TIMES, ...options.params };
  const rig = await startRig({
    handler:
      worker === 'naive'
        ? { entry: 'test/chaos/naive.ts' }
        : { entry: 'functions/worker.ts', forms: 'test/chaos/forms.ts' },
    params,
    concurrency: options.workers,
    visibilitySeconds: options.visibilitySeconds ?? VISIBILITY_SECONDS,
    reuse: options.reuse ?? true,
    visitors: plan.submissions,
    idOf: idsByKey(plan),
    world: plan.world,
    ...(worker === 'sekali' && {
      async isSettled(url: string, { form, data }: Body) {
        const records = await recordsOf(url, [{ form, id: data.id }]);
        return isSettledIn(records.get(data.id), data);
      },
    }),
    ...(options.onLine && { onLine: options.onLine }),
  });
  const drained = async (doing: string) => {
    const endMs = startedMs + options.timeLimitMs;
    for (let quiet = 0; quiet < 2 && performance.now() < endMs; await sleep(LOOK_MS)) {
      const left = await rig.left();
      say(
        `${doing}: ${left} messages left, ${rig.target.entries.length} entries, ${rig.journal.faults} faults`,
      );
      // A sender that sleeps may still wake up.
      quiet = left === 0 && rig.idle() ? quiet + 1 : 0;
    }
    return rig.left();
  };
  try {
    const messages = messagesOf(plan);
    await sendInTime(rig, messages, (nth) => {
      if (nth % 50 === 0) say(`sent ${nth} of ${messages.length} messages`);
    });
    let left = await drained('working');
    const parked = await rig.parked();
    const records = worker === 'naive' ? undefined : await recordsOf(rig.redisUrl(), plan.submissions);
    const judged = judge(plan.submissions, factsOf(rig, parked, records));
    const entriesOf = countedBy(rig.target.entries, ({ id }) => id);
    let notOnce: readonly string[] = [];
    if (records !== undefined && left === 0 && options.operator !== false) {
      rig.calm();
      // Who is sent again may meet the target's trouble only then.
      for (let round = 1; round <= MOST_ROUNDS && (await operate(plan, rig, params, say)); round++) {
        left = await drained('sent again');
      }
      notOnce = plan.submissions
        .filter(({ id, trouble }) => rig.target.entriesOf(id) !== (trouble === 'refuses' ? 0 : 1))
        .map(({ id }) => id);
    }
    return {
      messages: messages.length,
      entries: rig.target.entries.length,
      judged,
      notOnce,
      left,
      parked: countedBy(parked, ({ reason }) => reason),
      faults: rig.journal.struck,
      entriesOf,
      recoveries: rig.journal.recoveries,
      phases: new Map([...(records ?? [])].map(([id, { phase = 'none' }]) => [id, phase])),
      seconds: (performance.now() - startedMs) / 1_000,
    };
  } finally {
    await rig.stop();
  }
}

function idsByKey({ submissions }: Plan): (key: string) => string | undefined {
  const ids = new Map(
    submissions.flatMap((one) => [
      [keyOfPlanned(one), one.id],
      [lockKeyOf(one.form, one.id), one.id],
    ]),
  );
  return (key) => ids.get(key);
}

interface Message {
  readonly atMs: number;
  readonly body: object;
}

const bodyOf = ({ form, id }: Planned, note: string | undefined) => ({ form, data: { id, note } });

function messagesOf({ submissions }: Plan): Message[] {
  return submissions
    .flatMap((planned) => {
      const [note, otherNote] = notesOf(planned);
      const [firstMs = 0] = planned.messagesAtMs;
      return [
        ...planned.messagesAtMs.map((atMs) => ({ atMs, body: bodyOf(planned, note) })),
        ...(planned.conflicting ? [{ atMs: firstMs + LOOK_MS, body: bodyOf(planned, otherNote) }] : []),
      ];
    })
    .sort((one, other) => one.atMs - other.atMs);
}

/** What is due at the same time is sent together, and may come in one batch. */
async function sendInTime(
  rig: Rig,
  messages: readonly Message[],
  sent: (nth: number) => void,
): Promise<void> {
  const startedMs = performance.now();
  let count = 0;
  for (const [atMs, together] of Map.groupBy(messages, (message) => message.atMs)) {
    await sleep(Math.max(0, startedMs + atMs - performance.now()));
    await rig.send(together.map(({ body }) => body));
    count += together.length;
    sent(count);
  }
}

type Parked = Awaited<ReturnType<Rig['parked']>>;

type Records = Awaited<ReturnType<typeof recordsOf>>;

/** Without a ledger, as the naive worker is, all there is to go by is the target. */
function factsOf(rig: Rig, parked: Parked, records: Records | undefined): Facts {
  const { entries, forbidden } = rig.target;
  return {
    entries,
    forbidden,
    doneTooEarly: rig.doneTooEarly,
    parked,
    causeOf: (id) => rig.journal.causeOf(id),
    phaseOf: ({ id }) => records?.get(id)?.phase ?? 'none',
    isSettled({ id }, note) {
      if (records === undefined) return entries.some((entry) => entry.id === id && entry.note === note);
      return isSettledIn(records.get(id), { id, note });
    },
  };
}

function isSettledIn(record: LedgerRecord | undefined, data: Body['data']): boolean {
  const hash = dataHashOf({ ...data });
  const submitted = record?.phase === 'submitted' && record.dataHash === hash;
  return submitted || record?.[`refused:${hash}`] !== undefined;
}

/**
 * A person looks at the target for each unknown one, says what is true, and sends again what is not there.
 * @returns whether anything was sent again
 */
async function operate(
  { submissions }: Plan,
  rig: Rig,
  { workerTimeoutSeconds, flightGraceMs }: typeof SHORT_TIMES,
  say: (progress: string) => void,
): Promise<boolean> {
  const records = await recordsOf(rig.redisUrl(), submissions);
  const unknown = submissions.filter(({ id }) => records.get(id)?.phase === 'unknown');
  if (unknown.length === 0) return false;
  say(`the operator waits until the last sender is certainly dead, then resolves ${unknown.length} unknown`);
  await sleep(workerTimeoutSeconds * 1_000 + DEFAULTS.killGraceMs + flightGraceMs);
  const absent: Planned[] = [];
  for (const planned of unknown) {
    const verdict = rig.target.entriesOf(planned.id) > 0 ? 'landed' : 'absent';
    await resolveAs(rig.redisUrl(), planned, verdict, flightGraceMs);
    if (verdict === 'absent') absent.push(planned);
  }
  for (const planned of absent) rig.target.absent(planned.id);
  for (const planned of absent) await rig.send([bodyOf(planned, notesOf(planned)[0])]);
  return absent.length > 0;
}

function countedBy<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return counts;
}
