/** What is around the workers: the queue, the parking queue, the target, the network, and a person. */
import assert from 'node:assert/strict';
import type { RunResult } from '../../../lib/submission/ports.ts';
import { type Data, OPERATOR } from '../ledger-model.ts';
import { GRACE_MS } from '../real-ledger.ts';
import type { Choice } from './choice.ts';
import { PLACE, type WatchedLedger } from './watched-ledger.ts';

export interface Message {
  readonly id: string;
  readonly data: Data;
}

interface Flight {
  readonly token: string;
  /** To the worker that sent it, as long as it waits. */
  readonly answer: (result: RunResult) => void;
}

export class Around {
  readonly ledger: WatchedLedger;
  readonly queue: Message[] = [];
  readonly parked: Message[] = [];
  readonly flights: Flight[] = [];
  /** Commands that arrive later, or once more. */
  readonly late: { readonly label: string; readonly execute: () => Promise<unknown> }[] = [];
  /** What went wrong inside a worker. */
  readonly faults: unknown[] = [];
  /** Requests that left, and those that the target recorded. */
  sent = 0;
  entries = 0;
  #person: { readonly judged: string; readonly landed: boolean; readonly atMs: number } | undefined;
  #messages = 0;

  constructor(ledger: WatchedLedger, messages: readonly Data[]) {
    this.ledger = ledger;
    for (const data of messages) this.queue.push(this.#message(data));
  }

  #message(data: Data): Message {
    return { id: `m${this.#messages++}`, data };
  }

  /** Checks something inside a worker, whose own errors go their own way. */
  watch(check: () => void): void {
    try {
      check();
    } catch (wrong) {
      this.faults.push(wrong);
    }
  }

  /** A request leaves. */
  send(token: string, data: Data, answer: Flight['answer']): void {
    this.watch(() => assert.ok(!this.ledger.state.refused.includes(data), 'refused data is sent again'));
    this.flights.push({ token, answer });
    this.sent++;
  }

  choices(): Choice[] {
    return [...this.#time(), ...this.#target(), ...this.#network(), ...this.#queues(), ...this.#people()];
  }

  #time(): Choice[] {
    if (this.ledger.state.holder === '') return [];
    return [
      { label: 'the lease expires', weight: 0.8, take: () => this.ledger.happens({ do: 'expireLease' }) },
    ];
  }

  #target(): Choice[] {
    return this.flights.flatMap((flight) => {
      const { token, answer } = flight;
      const arrives = (label: string, weight: number, entry: boolean, result?: RunResult): Choice => ({
        label: `the target: ${label} (${token})`,
        weight,
        take: () => {
          this.flights.splice(this.flights.indexOf(flight), 1);
          if (entry) this.entries++;
          if (result) answer(result);
        },
      });
      const outcome = { text: 'the page says so' };
      return [
        arrives('recorded, the receipt arrives', 2, true, { kind: 'submitted', outcome }),
        arrives('recorded, the answer is lost', 2, true),
        arrives('refused', 1, false, { kind: 'refused', outcome }),
        arrives('the session had expired', 3, false, { kind: 'expired', reason: 'stale' }),
        arrives('not open yet', 2, false, { kind: 'notOpenYet', reason: 'tomorrow' }),
        arrives('never arrives', 3, false),
      ];
    });
  }

  #network(): Choice[] {
    return this.late.map(({ label, execute }, nth) => ({
      label: `late: ${label}`,
      weight: 1,
      take: async () => {
        this.late.splice(nth, 1);
        await execute();
      },
    }));
  }

  #queues(): Choice[] {
    const parks = this.queue.map((message, nth) => ({
      label: `the queue parks ${message.id}`,
      weight: 0.03,
      take: () => {
        this.queue.splice(nth, 1);
        this.parked.push(message);
      },
    }));
    const sendsAgain = this.parked.map(({ data }, nth) => ({
      label: `a person sends ${data} again`,
      weight: 0.5,
      take: () => {
        this.parked.splice(nth, 1);
        this.queue.push(this.#message(data));
      },
    }));
    return [...parks, ...sendsAgain];
  }

  #people(): Choice[] {
    return [...this.#resumes(), ...this.#looks()];
  }

  #resumes(): Choice[] {
    if (!this.ledger.state.paused) return [];
    return [
      { label: 'a person resumes the form', weight: 1, take: () => this.ledger.happens({ do: 'resume' }) },
    ];
  }

  #looks(): Choice[] {
    const seen = this.#person;
    if (seen) return [{ label: 'a person resolves', weight: 1, take: () => this.#resolve(seen) }];
    const { phase, armedBy, settledBy } = this.ledger.state;
    const judged = phase === 'refused' ? settledBy : armedBy;
    if (phase !== 'armed' && phase !== 'unknown' && (phase !== 'refused' || this.entries > 0)) return [];
    return [
      {
        label: `a person looks for ${judged}`,
        weight: 0.5,
        take: () => {
          this.#person = { judged, landed: this.entries > 0, atMs: Date.now() };
        },
      },
    ];
  }

  async #resolve(seen: {
    readonly judged: string;
    readonly landed: boolean;
    readonly atMs: number;
  }): Promise<void> {
    this.#person = undefined;
    const verdict = seen.landed ? 'landed' : 'absent';
    const times = { lookStartedAtMs: seen.atMs, flightGraceMs: GRACE_MS };
    const look = this.ledger.lookOf(times);
    await this.ledger.executes(
      { do: 'resolve', token: OPERATOR, judged: seen.judged, verdict, look },
      () =>
        this.ledger.ledger.resolve({
          ...times,
          key: PLACE.key,
          token: OPERATOR,
          armedBy: seen.judged,
          verdict,
          outcome: { text: 'seen' },
          who: 'ana',
          why: 'looked',
        }),
      String,
    );
  }
}
