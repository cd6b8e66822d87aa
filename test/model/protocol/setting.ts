import { AS_BUILT, type Rules } from '../rules.ts';
import type { Size, World } from './world.ts';

export type Emit = (label: string, next: World) => void;

/** How large a world is, and what may happen in it. */
export interface Setting extends Size {
  /** The form can look a submission up at the target. */
  readonly verify: boolean;
  /** A person resolves what is unknown, orphaned or refused. */
  readonly person: boolean;
  readonly crashes: boolean;
  /** A command may be executed with its reply lost, or not executed. */
  readonly lostReplies: boolean;
  /** One command at a time may come a second time, or much later. */
  readonly lateCopies: boolean;
  /** The queue moves messages to parking by itself. */
  readonly queueParks: boolean;
  /** The target refuses, before or after the submit. */
  readonly refusals: boolean;
  /** The target answers that the session has expired, or that it is not open yet. */
  readonly expiries: boolean;
  /** A message may have been received too often: whatever it meets, it is parked. */
  readonly tooOften: boolean;
  /** Requests get lost, connections are refused, looks, parking and deleting fail. */
  readonly mishaps: boolean;
  readonly rules: Rules;
}

const PLAIN: Setting = {
  messages: ['A', 'A'],
  workers: 2,
  redrives: 0,
  replica: false,
  verify: true,
  person: false,
  crashes: true,
  lostReplies: false,
  lateCopies: false,
  queueParks: false,
  refusals: true,
  expiries: true,
  tooOften: false,
  mishaps: true,
  rules: AS_BUILT,
};

export function settingOf(change: Partial<Setting>, takenBack: Partial<Rules> = {}): Setting {
  const setting = { ...PLAIN, ...change };
  return { ...setting, rules: { ...setting.rules, ...takenBack } };
}
