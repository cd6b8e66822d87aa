/** Deliveries as the worker brings them to their end, on a real Redis; time and the run of the form are the test's. */
import { z } from 'zod';
import { defineForm, type Form } from '../../lib/form/define.ts';
import type { Attempt, Ledger, RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import type { Target } from '../support/target.ts';
import { type TurnOptions, turnOf } from '../support/turn.ts';
import { until } from '../support/until.ts';

export const DATA = 'data-a';
export const RECEIPT: RunResult = { kind: 'submitted', outcome: { text: 'receipt 1' } };

export interface DeliveryOptions extends Omit<TurnOptions, 'runs'> {
  /** What the run of the form does; none may begin where it is absent. */
  readonly run?: (attempt: Attempt) => Promise<RunResult>;
  readonly messageId?: string;
  readonly dataHash?: string;
}

/** One delivery of one submission to a worker of its own. The worker's clock stands still until told. */
export function deliver(ledger: Ledger, key: string, options: DeliveryOptions = {}) {
  const { run = noRun, messageId = 'm-1', dataHash = DATA, submission, ...rest } = options;
  const form = key.slice(0, key.indexOf('.'));
  const world = turnOf({
    ...rest,
    runs: [run],
    submission: { key, form, dataHash, createdAtMs: Date.now(), ...submission },
  });
  const warned: string[] = [];
  const disposition = submitOnce({
    ...world.turn,
    ledger,
    delivery: { ...world.turn.delivery, messageId },
    telemetry: { ...world.turn.telemetry, warn: (message) => void warned.push(message) },
  });
  return { clock: world.clock, counted: world.counted, warned, disposition };
}

async function noRun(): Promise<never> {
  throw new Error('nothing was to run');
}

/** A ledger of which some steps go otherwise. */
export function instead(ledger: Ledger, steps: Partial<Ledger>): Ledger {
  return {
    claim: (...step) => ledger.claim(...step),
    renew: (...step) => ledger.renew(...step),
    arm: (...step) => ledger.arm(...step),
    disarm: (...step) => ledger.disarm(...step),
    settle: (...step) => ledger.settle(...step),
    release: (...step) => ledger.release(...step),
    noteMisfit: (...step) => ledger.noteMisfit(...step),
    resolve: (...step) => ledger.resolve(...step),
    ...steps,
  };
}

/** A run that stops at its gate until the test lets it go on. */
export function gate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: () => opened.resolve(),
    async pass(): Promise<void> {
      reached.resolve();
      await opened.promise;
    },
  };
}

/** Lets the worker's time go on, step by step, until something has come of it. */
export async function passing<T>(
  clock: { advance(ms: number): Promise<void> },
  work: Promise<T>,
  stepMs = 500,
): Promise<T> {
  let over = false;
  const done = () => {
    over = true;
  };
  work.then(done, done);
  await until('the work to end as time passes', async () => {
    await clock.advance(stepMs);
    return over;
  });
  return work;
}

/** A form with a field that is not part of the identity. */
export function formWithNote(target: Target, name = 'test-form'): Form {
  return defineForm({
    name,
    allow: ['127.0.0.1'],
    fields: z.strictObject({ name: z.string(), note: z.string().optional() }),
    identity: ['name'],
    url: () => `${target.url}/`,
    label: (data) => data.name,
    fill: (page, data) => page.locator('input[name=name]').fill(data.name),
    submit: (page) => page.locator('button'),
    receipt: (answer) => answer.$('#receipt'),
  });
}
