import { policyOf } from '../../lib/config/policy.ts';
import { readStage } from '../../lib/config/stage.ts';
import type { Policy } from '../../lib/submission/policy.ts';
import type {
  ArmAnswer,
  Attempt,
  ClaimAnswer,
  Delivery,
  FormRun,
  Ledger,
  RunResult,
  Telemetry,
} from '../../lib/submission/ports.ts';
import type { Submission } from '../../lib/submission/submission.ts';
import type { Turn } from '../../lib/submission/turn.ts';
import { FakeClock } from './fake-clock.ts';

export const POLICY: Policy = policyOf(
  readStage({
    SEKALI_STAGE: 'local',
    SEKALI_REDIS_URL: 'redis://127.0.0.1:1',
    SEKALI_QUEUE_URL: 'http://127.0.0.1:1/q',
    SEKALI_PARKING_URL: 'http://127.0.0.1:1/p',
  }),
);

/** The ledger's side of a test: scripted answers, and what was asked, in order. */
export class ScriptedLedger implements Ledger {
  readonly calls: string[] = [];
  claims: (ClaimAnswer | Error)[] = [{ kind: 'claimed', attempt: 1 }];
  arms: (ArmAnswer | Error)[] = ['armed'];
  settles: ('settled' | 'settledAndPaused' | 'unconfirmed' | 'notOwner' | Error)[] = ['settled'];
  disarms: ('disarmed' | 'wrongPhase' | Error)[] = ['disarmed'];
  resolves: ('resolved' | 'unconfirmed' | 'tooEarly' | 'refused' | Error)[] = ['resolved'];
  releases: ('released' | 'notOwner' | Error)[] = ['released'];
  misfits: ('noted' | 'paused' | Error)[] = ['noted'];
  renewals: (boolean | Error)[] = [true];
  readonly tokens = new Set<string>();
  /** Runs before arm answers: what happens in the meantime. */
  duringArm: () => void | Promise<void> = () => {};

  async claim({ token }: { readonly token: string }) {
    this.calls.push('claim');
    this.tokens.add(token);
    return next(this.claims);
  }

  async renew() {
    this.calls.push('renew');
    return next(this.renewals);
  }

  async arm() {
    this.calls.push('arm');
    await this.duringArm();
    return next(this.arms);
  }

  async disarm(_claim: unknown, attempts: string) {
    this.calls.push(`disarm ${attempts}`);
    return next(this.disarms);
  }

  async settle(_claim: unknown, phase: string) {
    this.calls.push(`settle ${phase}`);
    return next(this.settles);
  }

  async release(_claim: unknown, attempts: string) {
    this.calls.push(`release ${attempts}`);
    return next(this.releases);
  }

  async noteMisfit() {
    this.calls.push('noteMisfit');
    return next(this.misfits);
  }

  async resolve({ verdict }: { readonly verdict: string }) {
    this.calls.push(`resolve ${verdict}`);
    return next(this.resolves);
  }
}

/** The first answer; the last one again and again. */
function next<T>(answers: (T | Error)[]): T {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (answer === undefined) throw new Error('no answer was scripted');
  if (answer instanceof Error) throw answer;
  return answer;
}

export interface TurnOptions {
  readonly receives?: number;
  readonly remainingMs?: number;
  readonly stopping?: AbortSignal;
  readonly submission?: Partial<Submission>;
  readonly policy?: Partial<Policy>;
  /** What each opened run does, in turn; the last one again and again. */
  readonly runs?: ((attempt: Attempt) => Promise<RunResult>)[];
}

export function turnOf(options: TurnOptions = {}) {
  const clock = new FakeClock();
  const ledger = new ScriptedLedger();
  const hidden: number[] = [];
  const closed: string[] = [];
  const counted: string[] = [];
  const told: string[] = [];
  const endsMs = clock.monotonicMs() + (options.remainingMs ?? 120_000);
  const runs = [...(options.runs ?? [submits])];
  const telemetry: Telemetry = { info() {}, warn() {}, count: (metric) => void counted.push(metric) };
  const delivery: Delivery = {
    messageId: 'm-1',
    receives: options.receives ?? 1,
    hide: async (ms) => void hidden.push(ms),
    park: async () => {},
  };
  const submission: Submission = {
    key: 'f.1',
    form: 'f',
    label: 'somebody',
    dataHash: 'a',
    createdAtMs: clock.epochMs(),
    flightGraceMs: 60_000,
    proofTimeoutMs: 15_000,
    verifyTimeoutMs: 45_000,
    open: (): FormRun => {
      const run = runs.length > 1 ? runs.shift() : runs[0];
      return {
        run: run ?? submits,
        close: async () => {
          closed.push(ledger.calls.at(-1) ?? 'nothing');
          ledger.calls.push('close');
        },
      };
    },
    ...options.submission,
  };
  const turn: Turn = {
    clock,
    ledger,
    outcomes: {
      async tell(key) {
        told.push(`${key} after ${ledger.calls.at(-1)}`);
        return true;
      },
    },
    delivery,
    submission,
    telemetry,
    invocation: {
      remainingMs: () => endsMs - clock.monotonicMs(),
      ...(options.stopping && { stopping: options.stopping }),
    },
    policy: { ...POLICY, ...options.policy },
    random: () => 0,
  };
  return { turn, clock, ledger, hidden, closed, counted, told };
}

/** Arms, sends, and gets its receipt. */
export async function submits({ arm }: Attempt): Promise<RunResult> {
  await arm();
  return { kind: 'submitted', outcome: { text: 'receipt 1' } };
}
