import { z } from 'zod';
import { defineForm } from '../../../lib/form/index.ts';

/** Two buttons: the one to press is named with its value. A bid of another amount is another submission. */
export default defineForm({
  name: 'auction',
  sender: 'http',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    lot: z.string().regex(/^lot-\d+$/),
    bidder: z.string().regex(/^\d{4}$/),
    amount: z.int().positive(),
    payment: z.enum(['transfer', 'card']),
  }),
  identity: ['lot', 'bidder', 'amount'],
  url: ({ lot }) =>
    new URL(`/auction/${lot}`, process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ lot, bidder, amount }) => `${bidder} bids ${amount} for ${lot}`,

  http: {
    form: '#bid',
    values: ({ bidder, amount, payment }) => ({ bidder, amount, payment, terms: 'yes', action: 'bid' }),
  },

  receipt: (answer) => answer.$('#bid-number'),
  already: (answer) => answer.$('.already'),
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.outbid') ?? answer.$('.ended') ?? answer.$('.errors'),
});
