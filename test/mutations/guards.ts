/** The guards of the promise, a list for each area. */
import type { Guard } from './guard.ts';
import { events } from './guards/events.ts';
import { forms } from './guards/forms.ts';
import { http } from './guards/http.ts';
import { ledger } from './guards/ledger.ts';
import { people } from './guards/people.ts';
import { protocol } from './guards/protocol.ts';
import { senders } from './guards/senders.ts';
import { tabs } from './guards/tabs.ts';

export type { Guard };

export const GUARDS: readonly Guard[] = [
  ...events,
  ...forms,
  ...http,
  ...ledger,
  ...people,
  ...protocol,
  ...senders,
  ...tabs,
];
