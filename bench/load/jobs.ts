import { type Definition, formName, personOf } from '../target/forms.ts';
import type { Kind } from '../target/pages.ts';
import type { Job } from './side.ts';

/** Of somebody who has not been before. */
export function jobFor(kind: Kind, definition: Definition): Job {
  return { form: formName(kind, definition), data: personOf(`person-${++people}`) };
}

export function jobsFor(kind: Kind, definition: Definition, count: number): Job[] {
  return Array.from({ length: count }, () => jobFor(kind, definition));
}

let people = 0;

/** Each of them so often, in an order that is the same every time and looks like none. */
export function mixed<Item>(items: readonly Item[], copies: number): Item[] {
  const all = Array.from({ length: copies }, () => items).flat();
  // The generator of Park and Miller, and the shuffle of Fisher and Yates.
  let state = 1;
  for (let last = all.length - 1; last > 0; last--) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    [all[last], all[other]] = [all[other] as Item, all[last] as Item];
  }
  return all;
}
