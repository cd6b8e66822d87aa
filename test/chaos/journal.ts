/** What was done to whom, so that every end can be explained, or not. */
import type { Environment } from '../lambda/environment.ts';
import { BEFORE_ARMING, type Point } from './points.ts';

export type Act = 'kill' | 'cut' | 'hold' | 'freeze';

interface Standing {
  readonly environment: Environment;
  /** From the moment in which arm was executed until settle was. */
  armed: boolean;
}

export interface Recovery {
  readonly point: Point;
  readonly ms: number;
}

export class Journal {
  /** Claims under way, by visitor. */
  readonly #standing = new Map<string, Standing>();
  /** What is being done to Redis that makes it forget what it is told meanwhile. */
  #forgets: string | undefined;
  readonly #frozen = new Set<Environment>();
  readonly #causes = new Map<string, string>();
  readonly #waiting = new Map<string, { readonly point: Point; readonly sinceMs: number }>();
  readonly #recoveries: Recovery[] = [];
  readonly struck = new Map<string, number>();

  /** Follows a submission from outside. */
  passed(point: Point, id: string, environment: Environment): void {
    if (point === 'claim') {
      this.#standing.set(id, { environment, armed: false });
      // Whatever happened to an arming before it is over.
      this.#causes.delete(id);
    }
    const standing = this.#standing.get(id);
    if (point === 'arm' && standing !== undefined) {
      standing.armed = true;
      if (this.#frozen.has(environment)) this.#causes.set(id, 'freeze while arming');
    }
    if (point === 'settle') this.#ended(id);
    if (point !== 'sent') return;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#recoveries.push({ point: waiting.point, ms: performance.now() - waiting.sinceMs });
  }

  thawed(environment: Environment): void {
    this.#frozen.delete(environment);
  }

  passedAfterDeath(point: Point, id: string): void {
    if (point === 'arm') this.#causes.set(id, 'kill while arming');
  }

  /** The claim was given back, armed or not. */
  gaveBack(id: string, environment: Environment): void {
    if (this.environmentOf(id) === environment) this.#ended(id);
  }

  #ended(id: string): void {
    const armed = this.#standing.get(id)?.armed ?? false;
    this.#standing.delete(id);
    // The arming stays, and its end is forgotten.
    if (armed && this.#forgets !== undefined) this.#causes.set(id, `${this.#forgets} while ending`);
  }

  environmentOf(id: string): Environment | undefined {
    return this.#standing.get(id)?.environment;
  }

  /** Something was done to an environment, at a point of one of its submissions. */
  did(act: Act, point: Point, id: string, environment: Environment): void {
    this.#count(`${act} at ${point}`);
    const elsewhere = this.#standing.get(id)?.environment ?? environment;
    if (act === 'kill' && BEFORE_ARMING.has(point) && elsewhere === environment) {
      this.#waiting.set(id, { point, sinceMs: performance.now() });
    }
    // It was armed, or ended, and the worker did not hear of it: what it does next may come after its lease.
    if ((act === 'cut' || act === 'hold') && !BEFORE_ARMING.has(point))
      this.#causes.set(id, `${act} at ${point}`);
    if (act === 'freeze') this.#frozen.add(environment);
    if (act !== 'kill' && act !== 'freeze') return;
    for (const [other, { environment: its, armed }] of this.#standing) {
      if (its !== environment) continue;
      if (armed) this.#causes.set(other, `${act} while armed`);
      if (act === 'kill') this.#standing.delete(other);
    }
  }

  /** Something happened to the queue, which leaves nobody in doubt about a submission. */
  didToQueue(what: string): void {
    this.#count(what);
  }

  /** Something was done to Redis. @returns what to call when it is over */
  didToRedis(what: string, forgets: boolean): () => void {
    this.#count(what);
    if (forgets) this.#forgets = what;
    for (const [id, { armed }] of this.#standing) if (armed) this.#causes.set(id, `${what} while armed`);
    return () => {
      this.#forgets = undefined;
    };
  }

  /** How many things were done so far. */
  get faults(): number {
    return [...this.struck.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Why nobody may know what became of a submission; undefined: nothing that was done explains it. */
  causeOf(id: string): string | undefined {
    return this.#causes.get(id);
  }

  /** From a kill before arming to the request of another worker. */
  get recoveries(): readonly Recovery[] {
    return this.#recoveries;
  }

  #count(what: string): void {
    this.struck.set(what, (this.struck.get(what) ?? 0) + 1);
  }
}
