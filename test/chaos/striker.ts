/** Follows every submission from outside, and does what is planned when it passes a point. */
import type { Environment } from '../lambda/environment.ts';
import { commandsOf } from '../lambda/process-tree.ts';
import type { Journal } from './journal.ts';
import type { Planned, Strike } from './plan.ts';
import type { Point } from './points.ts';

const LAUNCH_LOOK_MS = 15;
const LAUNCH_LIMIT_MS = 3_000;
/** A frozen environment wakes up this long after its lease has ended. */
const BEYOND_LEASE_MS = 1_500;

export class Striker {
  readonly #planned: ReadonlyMap<string, Pick<Planned, 'strikes'>>;
  readonly #journal: Journal;
  readonly #leaseMs: number;
  readonly #spent = new Set<Strike>();

  constructor(visitors: readonly Pick<Planned, 'id' | 'strikes'>[], journal: Journal, leaseMs: number) {
    this.#planned = new Map(visitors.map((visitor) => [visitor.id, visitor]));
    this.#journal = journal;
    this.#leaseMs = leaseMs;
  }

  /** @returns what becomes of the command that passes, where it is one */
  pass(point: Point, id: string, environment: Environment): 'pass' | 'cut' | 'hold' {
    // What a worker sent just before it was killed is still executed.
    if (!environment.alive) {
      this.#journal.passedAfterDeath(point, id);
      return 'pass';
    }
    this.#journal.passed(point, id, environment);
    if (point === 'claim') this.#watchLaunch(id, environment);
    const strike = this.#strikeAt(point, id);
    if (strike === undefined) return 'pass';
    this.#spent.add(strike);
    this.#journal.did(strike.act, point, id, environment);
    switch (strike.act) {
      case 'kill':
        environment.kill(`killed at ${point}`);
        return 'cut';
      case 'freeze':
        environment.freeze();
        setTimeout(() => {
          environment.thaw();
          this.#journal.thawed(environment);
        }, this.#leaseMs + BEYOND_LEASE_MS);
        return 'pass';
      default:
        return strike.act;
    }
  }

  /** From now on nothing is done any more. */
  calm(): void {
    for (const { strikes } of this.#planned.values()) for (const strike of strikes) this.#spent.add(strike);
  }

  #strikeAt(point: Point, id: string): Strike | undefined {
    return this.#planned.get(id)?.strikes.find((strike) => strike.at === point && !this.#spent.has(strike));
  }

  /** Only a fresh environment launches a browser, and only the process list tells. */
  #watchLaunch(id: string, environment: Environment): void {
    const launched = () => commandsOf(environment.pid).some((command) => command.includes('--headless'));
    if (this.#strikeAt('launch', id) === undefined || launched()) return;
    const endMs = performance.now() + LAUNCH_LIMIT_MS;
    const look = () => {
      if (!environment.alive || performance.now() > endMs) return;
      if (launched()) this.pass('launch', id, environment);
      else setTimeout(look, LAUNCH_LOOK_MS);
    };
    look();
  }
}
