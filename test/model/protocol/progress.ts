/** I3: whatever happened, a submission can still come to an end, if nothing goes wrong any more and a person helps. */
import type { Data } from '../ledger-model.ts';
import { everyWorld } from './explore.ts';
import { keyOf } from './key.ts';
import { type Setting, settingOf } from './setting.ts';
import { startOf, type World } from './world.ts';

/** A parked message may be sent again so often until it must have come to its end. */
const REDRIVES = 3;

export class Progress {
  readonly #answers = new Map<string, boolean>();

  /** Looks at worlds only in which nobody is doing anything: all others lead to such ones. */
  wrongWith(world: World, setting: Setting): readonly string[] {
    const { workers, flights, late, person, ledger, past } = world;
    if (flights.length > 0 || late || person || workers.some(({ at }) => at !== 'idle')) return [];
    // Other data than what was submitted is a person's business for good.
    if (ledger.phase === 'submitted') return [];
    return [...new Set(world.messages.map(({ data }) => data))]
      .filter((data) => !past.settled.includes(data) && !this.#canEnd(world, data, setting))
      .map((data) => `I3 ${data} can never come to its end`);
  }

  #canEnd({ ledger, entries, past }: World, data: Data, { verify, rules }: Setting): boolean {
    const calm = settingOf(
      {
        messages: [data],
        workers: 1,
        redrives: REDRIVES,
        verify,
        person: true,
        crashes: false,
        refusals: false,
        expiries: false,
        mishaps: false,
      },
      rules,
    );
    const start = { ...startOf(calm), ledger, entries, past };
    const key = data + keyOf(start);
    let can = this.#answers.get(key);
    if (can === undefined) {
      can = false;
      everyWorld(start, calm, (world) => {
        can = world.ledger.phase === 'submitted' || world.past.settled.includes(data);
        return can ? 'stop' : 'on';
      });
      this.#answers.set(key, can);
    }
    return can;
  }
}
