/** A worker process: the real protocol, which goes on from one effect to the next as the walk decides. */
import assert from 'node:assert/strict';
import type { Disposition } from '../../../lib/submission/dispositions.ts';
import { ParkError } from '../../../lib/submission/errors.ts';
import type { Attempt, FormRun, RunResult, Verdict } from '../../../lib/submission/ports.ts';
import type { Submission } from '../../../lib/submission/submission.ts';
import { submitOnce } from '../../../lib/submission/submit-once.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { POLICY } from '../../support/turn.ts';
import { Follower } from '../protocol/follower.ts';
import { GRACE_MS } from '../real-ledger.ts';
import type { Around, Message } from './around.ts';
import { type Choice, Waiting } from './choice.ts';
import { type Names, SentCommands } from './sent-commands.ts';
import { PLACE } from './watched-ledger.ts';

/** Longer than any walk lasts: leases and deadlines end when the walk says so. */
const LONG_MS = 3_600_000;
const POLICY_OF_A_WALK = { ...POLICY, leaseTtlMs: LONG_MS };
const OUTCOME = { text: 'the page says so' };

/** One delivery in one process. */
interface Life {
  readonly message: Message;
  readonly waiting: Waiting;
  readonly clock: FakeClock;
  readonly stop: AbortController;
  readonly commands: SentCommands;
  readonly follower: Follower;
}

export class Worker {
  readonly #around: Around;
  readonly #names: Names;
  readonly #verify: boolean;
  readonly #name: string;
  #life: Life | undefined;

  constructor(name: string, around: Around, names: Names, verify: boolean) {
    this.#name = name;
    this.#around = around;
    this.#names = names;
    this.#verify = verify;
  }

  choices(): Choice[] {
    const life = this.#life;
    const choices: Choice[] = life
      ? [
          ...life.waiting.choices,
          { label: 'crashes', weight: 0.3, take: () => this.crash() },
          ...(life.stop.signal.aborted
            ? []
            : [{ label: 'is told to stop', weight: 0.1, take: () => life.stop.abort() }]),
          // Also what a pause before the next try to settle waits for.
          {
            label: 'beats',
            weight: life.waiting.choices.length === 0 ? 10 : 0.1,
            take: () => life.clock.advance(POLICY.heartbeatMs),
          },
        ]
      : this.#around.queue.flatMap((message) => [
          {
            label: `receives ${message.id} (${message.data})`,
            weight: 0.3,
            take: () => this.#receive(message, 1),
          },
          {
            label: `receives ${message.id} (${message.data}) too often`,
            weight: 0.02,
            take: () => this.#receive(message, POLICY.parkFromReceive),
          },
        ]);
    return choices.map((choice) => ({ ...choice, label: `${this.#name} ${choice.label}` }));
  }

  /** Whether it may still send under this token. */
  lives(token: string): boolean {
    return this.#life !== undefined && this.#life.commands.token === token;
  }

  crash(): void {
    this.#life?.waiting.die();
    this.#life = undefined;
  }

  #receive(message: Message, receives: number): void {
    const waiting = new Waiting();
    const follower = new Follower(message.data, receives >= POLICY.parkFromReceive, this.#verify);
    const commands = new SentCommands(this.#around, this.#names, waiting, follower);
    const life: Life = {
      message,
      waiting,
      clock: new FakeClock(),
      stop: new AbortController(),
      commands,
      follower,
    };
    this.#life = life;
    this.#deliver(life, receives).then(
      () => {
        if (this.#life === life) this.#life = undefined;
      },
      (fault: unknown) => this.#around.faults.push(fault),
    );
  }

  async #deliver(life: Life, receives: number): Promise<void> {
    const { message, clock, commands, stop } = life;
    const disposition = await submitOnce({
      clock,
      ledger: commands,
      outcomes: { tell: async () => true },
      submission: this.#submission(life),
      delivery: { messageId: message.id, receives, hide: async () => {}, park: async () => {} },
      invocation: {
        remainingMs: () => LONG_MS - (clock.monotonicMs() - new FakeClock().monotonicMs()),
        stopping: stop.signal,
      },
      telemetry: { info() {}, warn() {}, count() {} },
      policy: POLICY_OF_A_WALK,
      random: () => 0,
    });
    this.#around.watch(() => life.follower.ended(disposition.kind));
    await this.#tell(life, disposition);
  }

  async #tell({ message, waiting }: Life, { kind }: Disposition): Promise<void> {
    const { queue, parked, ledger } = this.#around;
    const effect = (label: string, works: () => void) =>
      waiting.decide<boolean>((resolve) => [
        {
          label,
          weight: 10,
          take: () => {
            works();
            resolve(true);
          },
        },
        { label: `${label}: fails`, weight: 1, take: () => resolve(false) },
      ]);
    if (kind === 'retry') return;
    if (kind === 'parked' && !(await effect(`parks ${message.id}`, () => parked.push(message)))) return;
    if (kind === 'done')
      assert.ok(ledger.ended.has(message.data), 'done: the ledger holds an end for this data');
    await effect(`deletes ${message.id}`, () => {
      if (queue.includes(message)) queue.splice(queue.indexOf(message), 1);
    });
  }

  #submission(life: Life): Submission {
    return {
      ...PLACE,
      label: 'somebody',
      dataHash: life.message.data,
      createdAtMs: Date.now(),
      flightGraceMs: GRACE_MS,
      proofTimeoutMs: 15_000,
      verifyTimeoutMs: 15_000,
      open: (): FormRun => ({ run: (attempt) => this.#run(life, attempt), close: async () => {} }),
      ...(this.#verify && { verify: () => this.#look(life) }),
    };
  }

  async #run({ waiting, message, commands }: Life, attempt: Attempt): Promise<RunResult> {
    const around = this.#around;
    const before = await waiting.decide<RunResult | 'submits' | 'unsent'>((resolve, reject) => [
      { label: 'holds the submission', weight: 10, take: () => resolve('submits') },
      { label: 'holds it, and will not connect', weight: 0.5, take: () => resolve('unsent') },
      { label: 'fails before arming', weight: 0.5, take: () => reject(new Error('no field')) },
      { label: 'meets a challenge', weight: 0.3, take: () => reject(new ParkError('challenge', 'captcha')) },
      around.entries > 0
        ? {
            label: 'reads: registered',
            weight: 2,
            take: () => resolve({ kind: 'already', outcome: OUTCOME }),
          }
        : {
            label: 'reads: sold out',
            weight: 1,
            take: () => resolve({ kind: 'refused', outcome: OUTCOME }),
          },
    ]);
    if (typeof before !== 'string') return before;
    await attempt.arm();
    if (before === 'unsent') return { kind: 'unsent', reason: 'connection refused' };
    return waiting.decide<RunResult>((resolve) => {
      around.send(commands.token, message.data, resolve);
      return [
        { label: 'gives up waiting', weight: 1, take: () => resolve({ kind: 'noProof', outcome: OUTCOME }) },
      ];
    });
  }

  #look({ waiting, commands }: Life): Promise<Verdict> {
    const around = this.#around;
    around.watch(() => assert.ok(!commands.tooEarlyToLook, 'looks only after the deadline and its grace'));
    return waiting.decide<Verdict>((resolve, reject) => [
      {
        label: 'looks',
        weight: 10,
        take: () => resolve({ kind: around.entries > 0 ? 'landed' : 'absent', outcome: OUTCOME }),
      },
      {
        label: 'cannot tell',
        weight: 1,
        take: () => resolve({ kind: 'cannotTell', reason: 'a login page' }),
      },
      { label: 'fails to look', weight: 1, take: () => reject(new Error('no answer')) },
    ]);
  }
}
