import { z } from 'zod';
import { choose, defineForm, enter } from '../../../lib/form/index.ts';

/** What a sale says before, instead of and after the form: each has its proof. Sites like it look at who sends: Chromium does. */
export default defineForm({
  name: 'tickets',
  sender: 'browser',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    event: z.string(),
    category: z.enum(['festival', 'tribune']),
    count: z.int().min(1).max(4),
    buyer: z.string().min(1),
    email: z.email(),
    phone: z.string().regex(/^\+\d+$/),
  }),
  identity: ['event', 'email'],
  url: ({ event }) =>
    new URL(`/tickets/${event}`, process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ event, buyer }) => `${buyer} for ${event}`,

  async fill(page, data) {
    await choose(page.getByRole('group', { name: 'Category' }), data.category);
    await choose(page.getByLabel('How many?'), String(data.count));
    await enter(page.getByLabel('Name'), data.buyer);
    await enter(page.getByLabel('E-mail'), data.email);
    await enter(page.getByLabel('Mobile number'), data.phone);
  },
  submit: (page) => page.getByRole('button', { name: 'Order now' }),

  waiting: (answer) => answer.$('.queue'),
  receipt: (answer) => answer.$('.booking-code'),
  expired: (answer) => answer.$('.hold-ended'),
  notOpenYet: (answer) => answer.$('.opens'),
  refused: (answer) => answer.$('.sold-out') ?? answer.$('.errors'),
  timeouts: { waitingMs: 45_000 },
});
