import { z } from 'zod';
import { choose, defineForm, enter } from '../../../lib/form/index.ts';

const site = () => process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010';

/** The page asks by confirm() whether it is meant; the engine says yes. Where no answer comes, `verify` looks it up. */
export default defineForm({
  name: 'appointments',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    patient: z.string().min(1),
    doctor: z.string(),
    day: z.iso.date(),
    time: z.string().regex(/^\d{2}:\d{2}$/),
  }),
  identity: ['patient', 'day', 'time'],
  url: () => `${site()}/appointments`,
  label: ({ patient, day, time }) => `${patient} on ${day} at ${time}`,

  async fill(page, data) {
    await enter(page.getByLabel('Name of the patient'), data.patient);
    await choose(page.getByLabel('Doctor'), data.doctor);
    await enter(page.getByLabel('Day'), data.day);
    await enter(page.getByLabel('Time'), data.time);
  },
  submit: (page) => page.getByRole('button', { name: 'Book appointment' }),

  receipt: (answer) => answer.$('.booked + table td'),
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.full') ?? answer.$('.errors'),
  verify: {
    url: ({ patient, day, time }) =>
      `${site()}/appointments/find?${new URLSearchParams({ patient, day, time })}`,
    judge(answer) {
      const landed = answer.$('#found td');
      if (landed !== undefined) return { landed };
      return answer.$('#found .none') === undefined ? undefined : 'absent';
    },
  },
});
