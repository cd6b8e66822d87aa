import { z } from 'zod';
import { choose, defineForm, enter, tick } from '../../../lib/form/index.ts';

/** A script posts JSON, so the request is declared as the `submission`; its answer and what is drawn of it are the proofs. */
export default defineForm({
  name: 'spa',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    name: z.string().min(1),
    phone: z.string().regex(/^\+62\d+$/),
    beach: z.string(),
    days: z.array(z.enum(['sat', 'sun'])).min(1),
    about: z.string(),
  }),
  identity: ['phone', 'beach'],
  url: () => new URL('/spa', process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ name, beach }) => `${name} at ${beach}`,

  async fill(page, data) {
    await enter(page.getByLabel('Your name'), data.name);
    await enter(page.getByLabel('Phone'), data.phone);
    await choose(page.getByRole('combobox', { name: 'Beach' }), data.beach);
    await tick(page.getByLabel('Saturday'), data.days.includes('sat'));
    await tick(page.getByLabel('Sunday'), data.days.includes('sun'));
    await enter(page.getByRole('textbox', { name: 'About you' }), data.about);
  },
  submit: (page) => page.getByRole('button', { name: 'Join us' }),
  submission: { method: 'POST', path: '/spa/api/volunteers' },

  receipt: (answer) => answer.$('#volunteer') ?? answer.text.match(/"ok":true,"number":"([^"]+)"/)?.[1],
  expired: (answer) => answer.text.match(/session_expired/)?.[0],
  refused: (answer) => answer.text.match(/"ok":false.*"errors":\["([^\]]+)"\]/)?.[1],
});
