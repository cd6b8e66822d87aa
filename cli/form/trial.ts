import type { Accepted } from '../../lib/form/accept.ts';
import type { Judgement } from '../../lib/form/proof.ts';
import type { Body } from '../../lib/inspect/body.ts';
import type { Session } from './session.ts';

/** What a trial needs. */
export interface TrialOptions extends Pick<Accepted, 'data' | 'key' | 'secrets'>, Session {
  readonly localTargets: readonly string[];
  readonly timeouts: Timeouts;
  /** Where pictures go. */
  readonly folder: string;
}

export interface Timeouts {
  readonly navigationMs: number;
  readonly actionMs: number;
  readonly proofMs: number;
  /** For a page that says to wait. */
  readonly waitingMs: number;
}

/** How far a run without its submit came. */
export interface Trial {
  /** What the page said about how things stand, before anything was filled in. */
  readonly saidBefore?: Judgement;
  /** The one that would have left. */
  readonly request?: HeldRequest;
  /** All others that might have changed something, with what became of them. */
  readonly others: readonly OtherRequest[];
  /** Hosts that the page asked for and the form does not allow. */
  readonly notReached: readonly string[];
  /** The file, or why there is none. */
  readonly picture?: { readonly file: string } | { readonly why: string };
  readonly steps: readonly Step[];
  /** Why it would not submit. */
  readonly problem?: string;
}

export interface HeldRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** By name: their values are the session's. Not known of the sender http, which keeps them to itself. */
  readonly cookies?: readonly string[];
  readonly body: Body;
}

export interface OtherRequest {
  readonly method: string;
  readonly url: string;
  readonly fate: string;
}

export interface Step {
  readonly step: string;
  readonly ms: number;
}

/** Times the steps of a trial, each from the end of the one before. */
export class Stopwatch {
  readonly steps: Step[] = [];
  #sinceMs = performance.now();

  done(step: string): void {
    const nowMs = performance.now();
    this.steps.push({ step, ms: Math.round(nowMs - this.#sinceMs) });
    this.#sinceMs = nowMs;
  }
}

/** What a target, or a person, looks at first; the rest is what every browser sends. */
const TELLING = ['content-type', 'origin', 'referer', 'accept'];

/** The headers that matter: also whatever the page's own script adds, such as a token. */
export function tellingHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const matters = (name: string) =>
    TELLING.includes(name) || (name.startsWith('x-') && name !== 'x-client-data');
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (name === 'authorization') return [[name, '(not shown)']];
      return matters(name) ? [[name, value]] : [];
    }),
  );
}
