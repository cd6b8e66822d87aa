import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import type { z } from 'zod';
import type { FormDefinition } from '../../lib/form/define.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, type Seen, startTarget, type Target } from '../support/target.ts';
import { startWorld, until, type World } from '../support/worker.ts';

type Fields = z.ZodObject<{ name: z.ZodString }>;

export interface TargetCase {
  /** The form's page; `/submit` in it stands for this case's own address. */
  readonly page?: string;
  readonly pageStatus?: number;
  /** Answers in place of `page`. */
  readonly serves?: (response: ServerResponse, seen: Seen) => unknown;
  /** Answers whatever is not the form's page; `step` is the last part of the path. */
  readonly answer: (seen: Seen, response: ServerResponse, step: string) => unknown;
  readonly form?: Partial<FormDefinition<Fields>>;
  readonly ends: End;
}

export interface End {
  readonly phase: string;
  /** Of each delivery, in order; a parked one with its reason. */
  readonly deliveries: readonly string[];
  /** The last part of the path of every POST that came in, in order. */
  readonly posts: readonly string[];
}

export const SUBMITTED: Omit<End, 'posts'> = { phase: 'submitted', deliveries: ['done'] };
export const REFUSED: Omit<End, 'posts'> = { phase: 'refused', deliveries: ['done'] };
export const UNKNOWN: Omit<End, 'posts'> = { phase: 'unknown', deliveries: ['parked unknown'] };
/** The two attempts that a message has here. */
export const GIVEN_UP: Omit<End, 'posts'> = { phase: 'open', deliveries: ['retry', 'parked attempts'] };

const PARAMS = { maxAttempts: 2, backoffBaseMs: 100, reserveMs: 2_000 };

/** For the cases that end without proof: it is not waited for long. */
export const SOON = { timeouts: { proofMs: 1_000 } };
/** For those that end without a request. */
export const NO_REQUEST = { timeouts: { actionMs: 1_500 } };
const CONCURRENCY = 6;
/** Some twenty messages, on a machine with other things to do. */
const WAIT_MS = 170_000;

export const redirect = (response: ServerResponse, location: string, status = 303) =>
  response.writeHead(status, { location }).end();

/** Sends a head and a part of the body, then breaks the connection. */
export function cut(response: ServerResponse, part: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
  response.write(part, () => response.socket?.resetAndDestroy());
}

/** Writes a page character by character, one every `everyMs`, until it is through or the client leaves. */
export function trickle(response: ServerResponse, body: string, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  let at = 0;
  const timer = setInterval(() => {
    if (at === body.length) response.end();
    else response.write(body.charAt(at++));
  }, everyMs);
  response.on('close', () => clearInterval(timer));
}

/**
 * Brings one message for each case through one worker, all of them at the same target, each with a form of its own; then
 * compares how each ended. Answers the worker, for whatever else there is to look at.
 */
export async function playCases(
  t: TestContext,
  cases: Readonly<Record<string, TargetCase>>,
  params: Readonly<Record<string, number>>,
): Promise<World> {
  const numbered = Object.values(cases).map((one, nth) => ({ ...one, name: `case-${nth}` }));
  const partsOf = ({ path }: Pick<Seen, 'path'>) => path.split('/').slice(1);
  const target: Target = await startTarget((seen, response) => {
    const [name = '', ...steps] = partsOf(seen);
    const one = numbered.find((each) => each.name === name);
    const step = steps.at(-1) ?? '';
    if (one === undefined) return response.writeHead(404).end();
    if (step !== '') return one.answer(seen, response, step);
    if (one.serves !== undefined) return one.serves(response, seen);
    return html(response, (one.page ?? PAGE).replaceAll('/submit', `/${name}/submit`), one.pageStatus);
  });
  const forms = numbered.map(({ name, form }) =>
    testForm(target, { name, url: () => `${target.url}/${name}`, ...form }),
  );
  const world = await startWorld({ target, forms, params });
  await world.send(...numbered.map(({ name }) => ({ form: name, data: { name: 'Ana' } })));
  world.startPolling({ maximumConcurrency: CONCURRENCY });
  await until('an empty queue', async () => (await world.left()) === 0, WAIT_MS);

  const keys = await world.keys();
  for (const [nth, what] of Object.keys(cases).entries()) {
    const { name, ends } = numbered[nth] ?? assert.fail();
    const key = keys.find((one) => one.startsWith(`${name}.`)) ?? '';
    const { phase = 'none', outcome } = await world.record(key);
    const deliveries = world
      .dispositions()
      .filter((one) => one.key === key)
      .map(({ disposition, reason }) => [disposition, reason].filter(Boolean).join(' '));
    const posts = target.seen
      .filter((seen) => seen.method === 'POST' && partsOf(seen)[0] === name)
      .map((seen) => partsOf(seen).at(-1) ?? '');
    await t.test(what, () => assert.deepEqual({ phase, deliveries, posts }, ends, outcome));
  }
  return world;
}

export async function runCases(t: TestContext, cases: Readonly<Record<string, TargetCase>>): Promise<void> {
  await playCases(t, cases, PARAMS);
}
