import type { Form } from '../../../lib/form/index.ts';
import appointments from './appointments.ts';
import auction from './auction.ts';
import contact from './contact.ts';
import jobs from './jobs.ts';
import members from './members.ts';
import orders from './orders.ts';
import pay from './pay.ts';
import registration from './registration.ts';
import spa from './spa.ts';
import survey from './survey.ts';
import tickets from './tickets.ts';
import visa from './visa.ts';

/** The forms of the gallery. They are not deployed: `forms/index.ts` does not know them. */
export const galleryForms: readonly Form[] = [
  contact,
  auction,
  registration,
  jobs,
  visa,
  members,
  tickets,
  spa,
  pay,
  survey,
  appointments,
  orders,
];
