import { z } from 'zod';
import { defineForm } from '../lib/form/index.ts';

/** The demo target's registration form, and a pattern for forms of your own. */
export default defineForm({
  name: 'event-registration',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    userId: z.string().min(1).max(64),
    eventId: z.string().min(1).max(64),
    fullName: z.string().min(1).max(120),
    email: z.email(),
    seats: z.int().min(1).max(10).default(1),
  }),
  identity: ['userId', 'eventId'],
  url: () => new URL('/register', process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ userId, eventId }) => `${userId} at ${eventId}`,

  async fill(page, data) {
    await page.getByLabel('User id').fill(data.userId);
    await page.getByLabel('Full name').fill(data.fullName);
    await page.getByLabel('Email').fill(data.email);
    await page.getByLabel('Event').selectOption(data.eventId);
    await page.getByLabel('Seats').fill(String(data.seats));
  },
  submit: (page) => page.getByRole('button', { name: 'Register' }),

  receipt: (answer) => answer.$('#receipt-number'),
  already: (answer) => answer.$('.already'),
  expired: (answer) => (answer.status === 403 ? answer.$('.expired') : undefined),
  refused: (answer) => answer.$('.refusal') ?? answer.$('.error'),
});
