import type { Findings } from './findings.ts';
import type { Scripts } from './scripts.ts';

/** What each part of a rehearsal works with. */
export interface Rehearsal {
  /** A copy of the project. */
  readonly root: string;
  readonly url: string;
  readonly scripts: Scripts;
  readonly findings: Findings;
  readonly say: (what: string) => void;
}
