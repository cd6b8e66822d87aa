/** Whether the table of the protocol's model allows what a real worker does, for as long as one delivery lasts. */
import assert from 'node:assert/strict';
import { type Data, EMPTY, type Step } from '../ledger-model.ts';
import { targetSteps } from './around.ts';
import { type Setting, settingOf } from './setting.ts';
import { type Where, workerSteps } from './worker.ts';
import { moved, startOf, type Worker, type World } from './world.ts';

type End = 'done' | 'retry' | 'parked';

export class Follower {
  readonly #setting: Setting;
  readonly #start: World;
  #possible: readonly Worker[];

  constructor(data: Data, tooOften: boolean, verify: boolean) {
    this.#setting = settingOf({ messages: [data], workers: 1, verify });
    this.#start = startOf(this.#setting);
    const onward = tooOften ? 'park' : 'idle';
    this.#possible = this.#start.workers.map((idle) => ({ ...idle, at: 'claim', message: 0, data, onward }));
  }

  /** A command, and what the worker was told. */
  asked(step: Step, answer: string | undefined): void {
    const next = this.#everyPlace().flatMap((worker) => [
      ...this.#asking(worker, step).map((lead) => ended(worker, lead(answer))),
      // Settling is tried again where no answer came.
      ...(step.do === 'settle' && answer === undefined ? [worker] : []),
    ]);
    const from = [...new Set(this.#possible.map(({ at }) => at))];
    assert.ok(next.length > 0, `the model's worker does not ${JSON.stringify(step)} (${from})`);
    this.#possible = distinct(next);
  }

  ended(how: End): void {
    const place = { done: 'delete', parked: 'park', retry: 'idle' } as const;
    const places = this.#everyPlace().map(({ at }) => at);
    assert.ok(places.includes(place[how]), `the model's worker does not end ${how} (${places})`);
  }

  /** Where it may be by now: effects of its own, and the target's answers, are not watched. */
  #everyPlace(): readonly Worker[] {
    let all = this.#possible;
    for (;;) {
      const more = distinct([...all, ...all.flatMap((worker) => this.#effects(worker))]);
      if (more.length === all.length) return all;
      all = more;
    }
  }

  #effects(worker: Worker): Worker[] {
    const next: Worker[] = [];
    // What ends a delivery is an effect that is watched.
    if (['idle', 'park', 'delete'].includes(worker.at)) return [];
    for (const world of this.#worlds(worker)) {
      workerSteps(world, worker, this.#setting, {
        go: (_, where) => next.push(ended(worker, where)),
        ask() {},
      });
      targetSteps(world, this.#setting, (_, after) => next.push(...after.workers));
    }
    return next;
  }

  #asking(worker: Worker, asked: Step): ((answer?: string) => Where)[] {
    const leads: ((answer?: string) => Where)[] = [];
    for (const world of this.#worlds(worker)) {
      const ask = (step: Step, _: string, lead: (answer?: string) => Where) => {
        if (nameOf(step) === nameOf(asked)) leads.push(lead);
      };
      workerSteps(world, worker, this.#setting, { go() {}, ask });
    }
    return leads;
  }

  /** Before and after an entry at the target, with its request under way. */
  #worlds(worker: Worker): World[] {
    const here = { ...moved(this.#start, 0, worker), ledger: EMPTY, flights: [worker.token] };
    return [here, { ...here, entries: 1 }];
  }
}

function ended(worker: Worker, where: Where): Worker {
  return where ? { ...worker, ...where } : { ...worker, at: 'idle' };
}

/** Names of tokens tell nothing here. */
function distinct(workers: readonly Worker[]): readonly Worker[] {
  const byText = workers.map(
    (worker) => [JSON.stringify({ ...worker, token: '', judged: '' }), worker] as const,
  );
  return [...new Map(byText).values()];
}

function nameOf(step: Step): string {
  if (step.do === 'settle') return `settle ${step.as}`;
  return step.do === 'resolve' ? `resolve ${step.verdict}` : step.do;
}
