import { stepsAround } from './around.ts';
import { keyOf } from './key.ts';
import { ask } from './network.ts';
import { Progress } from './progress.ts';
import type { Emit, Setting } from './setting.ts';
import { type Where, workerSteps } from './worker.ts';
import { idle, moved, startOf, type World } from './world.ts';
import { wrongWith } from './wrong.ts';

export interface Found {
  readonly states: number;
  readonly transitions: number;
  /** What is wrong, and the shortest way there. */
  readonly wrong: ReadonlyMap<string, readonly string[]>;
}

/** Where a search ends early. */
export interface Until {
  /** The only thing that is looked for. */
  readonly found?: RegExp;
  /** Further than so many steps from the start it does not look. */
  readonly steps?: number;
}

/** Every world that can be reached in any order of anything, nearest first. */
export function explore(setting: Setting, until: Until = {}): Found {
  const { found = /./, steps = Number.POSITIVE_INFINITY } = until;
  const wrong = new Map<string, readonly string[]>();
  const progress = new Progress();
  const counts = everyWorld(startOf(setting), setting, (world, depth, wayHere) => {
    const names = [...wrongWith(world), ...progress.wrongWith(world, setting)].filter((name) =>
      found.test(name),
    );
    for (const name of names) if (!wrong.has(name)) wrong.set(name, wayHere());
    if (names.length > 0 && until.found) return 'stop';
    // Not beyond what is wrong: each way shows one thing.
    return names.length === 0 && depth < steps ? 'on' : 'back';
  });
  return { ...counts, wrong };
}

/** Visits every world once; what the visit answers says where to go on. */
export function everyWorld(
  start: World,
  setting: Setting,
  visit: (world: World, depth: number, wayHere: () => string[]) => 'on' | 'back' | 'stop',
): { readonly states: number; readonly transitions: number } {
  const seen = new Set([keyOf(start)]);
  const ahead: (World | undefined)[] = [start];
  const cameFrom = [{ from: -1, depth: 0, label: '' }];
  let transitions = 0;
  let stopped = false;
  for (let at = 0; at < ahead.length && !stopped; at++) {
    const world = ahead[at];
    ahead[at] = undefined;
    if (world === undefined) continue;
    successors(world, setting, (label, next) => {
      transitions++;
      const key = keyOf(next);
      if (stopped || seen.has(key)) return;
      seen.add(key);
      const depth = 1 + (cameFrom[at]?.depth ?? 0);
      const here = cameFrom.push({ from: at, depth, label }) - 1;
      const verdict = visit(next, depth, () => wayTo(here));
      ahead.push(verdict === 'on' ? next : undefined);
      stopped = verdict === 'stop';
    });
  }
  return { states: seen.size, transitions };

  function wayTo(end: number): string[] {
    const labels: string[] = [];
    for (let at = end; at > 0; at = cameFrom[at]?.from ?? 0) labels.unshift(cameFrom[at]?.label ?? '');
    return labels;
  }
}

function successors(world: World, setting: Setting, emit: Emit): void {
  stepsAround(world, setting, emit);
  world.workers.forEach((worker, nth) => {
    const led = (after: World, where: Where) => (where ? moved(after, nth, where) : idle(after, nth));
    workerSteps(world, worker, setting, {
      go: (label, where, from = world) => emit(`w${nth} ${label}`, led(from, where)),
      ask: (step, why, lead) =>
        ask(world, step, `w${nth} ${why}: ${step.do}`, setting, emit, (after, answer) =>
          led(after, lead(answer)),
        ),
    });
    // Before its claim it has done nothing: that crash is no other than not to have received.
    if (setting.crashes && worker.at !== 'idle' && worker.at !== 'claim') {
      emit(`w${nth} crashes at ${worker.at}`, idle(world, nth));
    }
  });
}
