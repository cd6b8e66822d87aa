import type { Passing } from '../faults/redis-proxy.ts';

/**
 * The boundaries of a submission, in order, each seen from outside: at the Redis proxy, at the target, in the process
 * list, at the Runtime API. The worker knows of none of them.
 */
export const POINTS = {
  receive: 'the message is with the worker, claim has not reached Redis',
  claim: 'claim is executed, its answer not heard',
  launch: 'Chromium is being started',
  load: 'the page was asked for',
  fill: 'a field was typed into',
  hold: 'the request is held, arm has not reached Redis',
  arm: 'arm is executed, its answer not heard',
  sent: 'the target has the request and has not answered',
  answer: 'the answer is known, settle has not reached Redis',
  settle: 'settle is executed, its answer not heard',
  finish: 'all is done, the answer for the batch does not count',
} as const;

export type Point = keyof typeof POINTS;

/** Before arming: another worker goes on. */
export const BEFORE_ARMING: ReadonlySet<Point> = new Set([
  'receive',
  'claim',
  'launch',
  'load',
  'fill',
  'hold',
]);

const STEPS: Readonly<Record<string, readonly [arrived: Point, answered: Point]>> = {
  claim: ['receive', 'claim'],
  arm: ['hold', 'arm'],
  settle: ['answer', 'settle'],
  // The steps of the plain worker: a lock, and nothing else.
  set: ['receive', 'claim'],
};

/** The answers with which a step was done. */
const DONE = new Set(['claimed', 'armed', 'settled', 'settledAndPaused', 'OK']);

/** Which boundary a command at Redis is. A step counts as executed only where it was granted. */
export function pointOf({ what, moment, answer = '' }: Passing): Point | undefined {
  const [arrived, answered] = STEPS[what] ?? [];
  if (moment === 'arrived') return arrived;
  return DONE.has(answer) ? answered : undefined;
}
