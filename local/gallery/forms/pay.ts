import { z } from 'zod';
import { defineForm, enter } from '../../../lib/form/index.ts';

/** The form is in a frame of another host: `allow` has both, and the request, no page load, is declared. */
export default defineForm({
  name: 'pay',
  allow: ['127.0.0.1', 'localhost'],
  fields: z.strictObject({
    invoice: z.string(),
    holder: z.string().min(1),
    card: z.string().regex(/^\d{16}$/),
    expiry: z.string().regex(/^\d{2}\/\d{2}$/),
    cvc: z.string().regex(/^\d{3,4}$/),
  }),
  identity: ['invoice', 'card'],
  secret: ['card', 'cvc'],
  url: ({ invoice }) =>
    new URL(`/pay/${invoice}`, process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ invoice, holder }) => `${invoice} by ${holder}`,

  async fill(page, data) {
    const widget = page.frameLocator('iframe[title="Card payment"]');
    await enter(widget.getByLabel('Name on card'), data.holder);
    await enter(widget.getByLabel('Card number'), data.card);
    await enter(widget.getByLabel('Expiry'), data.expiry);
    await enter(widget.getByLabel('CVC'), data.cvc);
  },
  submit: (page) =>
    page.frameLocator('iframe[title="Card payment"]').getByRole('button', { name: 'Pay now' }),
  submission: { method: 'POST', path: /^\/pay\/widget\// },

  receipt: (answer) => answer.$('#payment'),
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.declined') ?? answer.$('.errors'),
});
