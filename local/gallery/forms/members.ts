import { z } from 'zod';
import { choose, defineForm, enter } from '../../../lib/form/index.ts';

/** `fill` logs in: its POST is one of the `drafts`. Where that fails, the page is a `challenge`, for a person. */
export default defineForm({
  name: 'members',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    email: z.email(),
    password: z.string().min(1),
    course: z.string(),
    shirt: z.enum(['S', 'M', 'L', 'XL']),
    begins: z.string().regex(/^\d{4}-\d{2}$/),
  }),
  identity: ['email', 'course', 'begins'],
  secret: ['password'],
  url: () => new URL('/members/enrol', process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ email, course }) => `${email}: ${course}`,

  async fill(page, data) {
    await enter(page.getByLabel('E-mail'), data.email);
    await enter(page.getByLabel('Password'), data.password);
    await page.getByRole('button', { name: 'Log in' }).click();

    await choose(page.getByLabel('Course'), data.course);
    await choose(page.getByLabel('Size of shirt'), data.shirt);
    await enter(page.getByLabel('First month'), data.begins);
  },
  drafts: [{ method: 'POST', path: '/members/login' }],
  submit: (page) => page.getByRole('button', { name: 'Enrol' }),

  receipt: (answer) => answer.$('.enrolled + table td'),
  expired: (answer) => answer.$('.logged-out'),
  challenge: (answer) => answer.text.match(/Wrong e-mail or password/)?.[0],
  refused: (answer) => answer.$('.errors'),
});
