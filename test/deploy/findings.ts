import { messageOf } from '../../lib/submission/errors.ts';

export interface Finding {
  readonly area: string;
  readonly what: string;
  readonly passed: boolean;
  /** Why not. */
  readonly why?: string;
}

/** Notes one thing that must hold: `holds` throws where it does not. */
export type Check = (what: string, holds: () => void) => void;

export class Findings {
  readonly all: Finding[] = [];

  /** How to note the things of one area, such as a stage's queues. */
  of(area: string): Check {
    return (what, holds) => {
      try {
        holds();
        this.all.push({ area, what, passed: true });
      } catch (thrown) {
        this.all.push({ area, what, passed: false, why: messageOf(thrown) });
      }
    };
  }

  get failed(): readonly Finding[] {
    return this.all.filter(({ passed }) => !passed);
  }
}
