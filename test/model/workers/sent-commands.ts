/** The ledger as one worker sees it: over a network that delays, repeats and loses commands and replies. */
import assert from 'node:assert/strict';
import { LedgerError } from '../../../lib/submission/errors.ts';
import type { Attempts, Claim, ClaimRequest, Ledger, Resolution } from '../../../lib/submission/ports.ts';
import { type Data, dataOf, type Step } from '../ledger-model.ts';
import type { Follower } from '../protocol/follower.ts';
import { claimInWords } from '../real-ledger.ts';
import type { Around } from './around.ts';
import type { Waiting } from './choice.ts';

/** Names for tokens, so that they tell their data. */
export class Names {
  readonly #names = new Map<string, string>();

  /** Of a token that is about to claim for the first time. */
  give(token: string, data: Data): string {
    assert.ok(!this.#names.has(token), 'a token serves one claim');
    const name = `${data}${this.#names.size}`;
    this.#names.set(token, name);
    return name;
  }

  of(token: string): string {
    const name = this.#names.get(token);
    assert.ok(name !== undefined, 'a token claims before anything else');
    return name;
  }
}

interface Command<T> {
  readonly label: string;
  execute(): Promise<T>;
}

export class SentCommands implements Ledger {
  readonly #around: Around;
  readonly #names: Names;
  readonly #waiting: Waiting;
  readonly #follower: Follower;
  /** The name of the claim that it is at. */
  token = '';
  /** Of that claim: an orphan whose sender may still send. */
  tooEarlyToLook = true;

  constructor(around: Around, names: Names, waiting: Waiting, follower: Follower) {
    this.#around = around;
    this.#names = names;
    this.#waiting = waiting;
    this.#follower = follower;
  }

  async claim(request: ClaimRequest): ReturnType<Ledger['claim']> {
    const token = this.#names.give(request.token, dataOf(request.dataHash));
    this.token = token;
    const answer = await this.#sends({ do: 'claim', token }, claimInWords, (ledger) =>
      ledger.claim({ ...request, token }),
    );
    this.tooEarlyToLook = answer.kind !== 'orphaned' || !claimInWords(answer).endsWith('overdue');
    return answer;
  }

  renew(claim: Claim, leaseMs: number): ReturnType<Ledger['renew']> {
    const mine = this.#named(claim);
    const words = (renewed: boolean) => (renewed ? 'renewed' : 'notHolder');
    return this.#sends({ do: 'renew', token: mine.token }, words, (ledger) => ledger.renew(mine, leaseMs));
  }

  arm(claim: Claim, times: { deadlineMs: number; minLeaseMs: number }): ReturnType<Ledger['arm']> {
    const mine = this.#named(claim);
    const step: Step = { do: 'arm', token: mine.token, leaseEnds: false };
    return this.#sends(step, String, (ledger) => ledger.arm(mine, times));
  }

  disarm(claim: Claim, attempts: Attempts, reason: string): ReturnType<Ledger['disarm']> {
    const mine = this.#named(claim);
    const step: Step = { do: 'disarm', token: mine.token, attempts };
    return this.#sends(step, String, (ledger) => ledger.disarm(mine, attempts, reason));
  }

  release(claim: Claim, attempts: Attempts, reason: string): ReturnType<Ledger['release']> {
    const mine = this.#named(claim);
    const step: Step = { do: 'release', token: mine.token, attempts };
    return this.#sends(step, String, (ledger) => ledger.release(mine, attempts, reason));
  }

  /** Not of the model: it changes nothing but the brake's own count. */
  async noteMisfit(): ReturnType<Ledger['noteMisfit']> {
    return 'noted';
  }

  settle(...[claim, as, outcome]: Parameters<Ledger['settle']>): ReturnType<Ledger['settle']> {
    const mine = this.#named(claim);
    const step: Step = { do: 'settle', token: mine.token, as };
    return this.#sends(step, String, (ledger) => ledger.settle(mine, as, outcome));
  }

  resolve(resolution: Resolution): ReturnType<Ledger['resolve']> {
    const { token } = this.#named(resolution);
    const { armedBy, verdict } = resolution;
    const step = () => {
      const look = this.#around.ledger.lookOf(resolution);
      return { do: 'resolve', token, judged: armedBy, verdict, look } as const;
    };
    return this.#sends(step, String, (ledger) => ledger.resolve({ ...resolution, token }));
  }

  #named({ key, token }: Claim): Claim {
    return { key, token: this.#names.of(token) };
  }

  /** Settles when the walk lets the answer arrive. */
  async #sends<T>(
    step: Step | (() => Step),
    words: (answer: T) => string,
    send: (ledger: Ledger) => Promise<T>,
  ): Promise<T> {
    const { ledger } = this.#around;
    const stepNow = () => (typeof step === 'function' ? step() : step);
    const command: Command<T> = {
      label: JSON.stringify(stepNow()),
      execute: () => ledger.executes(stepNow(), () => send(ledger.ledger), words),
    };
    const told = (answer?: string) => {
      // The heartbeat goes its own way.
      if (stepNow().do !== 'renew') this.#around.watch(() => this.#follower.asked(stepNow(), answer));
    };
    try {
      const answer = await this.#onItsWayBack(command, await this.#onItsWay(command), words);
      told(words(answer));
      return answer;
    } catch (noAnswer) {
      told();
      throw noAnswer;
    }
  }

  #onItsWay<T>(command: Command<T>): Promise<T> {
    const { label, execute } = command;
    return this.#waiting.decide((resolve, reject) => [
      { label, weight: 10, take: async () => resolve(await execute()) },
      { label: `${label} is lost`, weight: 0.3, take: () => reject(new LedgerError('lost')) },
      {
        label: `${label} is delayed`,
        weight: 0.3,
        take: () => {
          this.#around.late.push(command);
          reject(new LedgerError('delayed'));
        },
      },
    ]);
  }

  async #onItsWayBack<T>(command: Command<T>, answer: T, words: (answer: T) => string): Promise<T> {
    const label = `${command.label} -> ${words(answer)}`;
    const again = await this.#waiting.decide<boolean>((resolve, reject) => [
      { label, weight: 10, take: () => resolve(false) },
      { label: `${label}, the reply is lost`, weight: 0.3, take: () => reject(new LedgerError('no answer')) },
      {
        label: `${label}, and a copy is under way`,
        weight: 0.5,
        take: () => {
          this.#around.late.push(command);
          resolve(false);
        },
      },
      ...(command.label.includes('claim')
        ? [{ label: `${label}, the reply is lost, sent again`, weight: 0.3, take: () => resolve(true) }]
        : []),
    ]);
    return again ? this.#onItsWay(command) : answer;
  }
}
