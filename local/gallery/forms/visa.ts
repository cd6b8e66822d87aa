import { z } from 'zod';
import { choose, defineForm, enter, tick } from '../../../lib/form/index.ts';

/** `fill` goes through the pages. What saves them are `drafts`; the POST of the last page is the submission. */
export default defineForm({
  name: 'visa',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    surname: z.string().min(1),
    givenNames: z.string().min(1),
    nationality: z.string().length(2),
    passport: z.string().regex(/^[A-Z0-9]{6,9}$/),
    validUntil: z.iso.date(),
    entries: z.enum(['single', 'multiple']),
    purpose: z.enum(['tourism', 'business', 'study']),
    arrival: z.iso.date(),
    days: z.int().min(1).max(60),
    address: z.string().min(1),
    email: z.email(),
  }),
  identity: ['passport', 'arrival'],
  secret: ['passport'],
  url: () => new URL('/visa', process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ surname, arrival }) => `${surname}, arrival ${arrival}`,

  async fill(page, data) {
    await enter(page.getByLabel('Surname'), data.surname);
    await enter(page.getByLabel('Given names'), data.givenNames);
    await choose(page.getByLabel('Nationality'), data.nationality);
    await enter(page.getByLabel('Passport number'), data.passport);
    await enter(page.getByLabel('Passport valid until'), data.validUntil);
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await choose(page.getByRole('group', { name: 'Entries' }), data.entries);
    await choose(page.getByLabel('Purpose'), data.purpose);
    await enter(page.getByLabel('Arrival'), data.arrival);
    await enter(page.getByLabel('Days of stay'), data.days);
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await enter(page.getByLabel('Address in Indonesia'), data.address);
    await enter(page.getByLabel('Email'), data.email);
    await tick(page.getByLabel('What I have stated is true'), true);
  },
  drafts: [{ method: 'POST', path: /^\/visa\/steps\/[12]$/ }],
  submit: (page) => page.getByRole('button', { name: 'Submit application' }),

  receipt: (answer) => answer.text.match(/Application number\s+(VI-\d+)/)?.[1],
  expired: (answer) => answer.$('.timed-out'),
  refused: (answer) => answer.$('.errors'),
});
