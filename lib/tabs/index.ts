import { browserChannel, browserClock, browserPage } from './browser.ts';
import { type Capability, provide } from './capability.ts';
import { type Diagnostics, diagnose } from './diagnostics.ts';
import { Drafts } from './drafts.ts';
import { type Candidate, type Membership, stand } from './leader.ts';
import { SingleFlight } from './single-flight.ts';
import { TabLocks } from './with-locks.ts';

export type { Capability, Reason } from './capability.ts';
export type { Diagnostics } from './diagnostics.ts';
export type { Drafts } from './drafts.ts';
export * from './errors.ts';
export type { Candidate, Duty, Membership } from './leader.ts';
export type { News } from './ports.ts';
export type { Attempt, FlightOptions, Landing } from './single-flight.ts';
export type { Held, LockName, WithLocksOptions } from './with-locks.ts';

/** The coordination of the tabs and workers of one application. */
export interface Tabs {
  readonly capability: Capability;
  /** The LockManager of the standard, by whatever this browser has. Names are taken as they are: no personal data. */
  readonly locks: LockManager;
  readonly withLocks: TabLocks['withLocks'];
  readonly singleFlight: SingleFlight['fly'];
  leader<S>(name: string, candidate: Candidate<S>): Membership;
  drafts<D>(): Drafts<D>;
  diagnostics(): Promise<Diagnostics>;
}

/** @param namespace of the application, the same in all of its tabs; it also names its storage */
export async function openTabs(namespace: string): Promise<Tabs> {
  const clock = browserClock;
  const page = browserPage();
  const channel = browserChannel(namespace);
  const { locks, store, capability } = await provide(namespace, { clock, page, channel });
  const tabLocks = new TabLocks(namespace, locks, clock, page);
  const parts = { namespace, locks: tabLocks, store, clock, channel, page };
  const flights = new SingleFlight(parts);
  return {
    capability,
    locks,
    withLocks: (names, work, options) => tabLocks.withLocks(names, work, options),
    singleFlight: (key, send, options) => flights.fly(key, send, options),
    leader: (name, candidate) => stand(parts, name, candidate),
    drafts: <D>() => new Drafts<D>(parts),
    diagnostics: () => diagnose(namespace, capability, locks, tabLocks),
  };
}
