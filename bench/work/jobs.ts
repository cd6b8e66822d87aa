import { formName, personOf } from '../target/forms.ts';
import type { Kind } from '../target/pages.ts';
import type { Job } from './side.ts';
import { nextPerson } from './submit.ts';

/** A submission for each of so many people, as the sender `http` has it. */
export function jobsFor(kind: Kind, people: number): Job[] {
  return Array.from({ length: people }, () => ({
    form: formName(kind, 'http'),
    data: personOf(nextPerson()),
  }));
}

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
