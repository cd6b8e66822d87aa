import { z } from 'zod';
import { defineForm } from '../../../lib/form/index.ts';

/** Plain HTML, so no browser is needed: `values` are by the names of the controls. */
export default defineForm({
  name: 'contact',
  sender: 'http',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    name: z.string().min(1).max(80),
    email: z.email(),
    topic: z.enum(['order', 'wholesale', 'visit', 'other']),
    message: z.string().min(1).max(2000),
    newsletter: z.boolean().default(false),
  }),
  identity: ['email', 'message'],
  url: () => new URL('/contact', process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ name, topic }) => `${name}: ${topic}`,

  http: {
    form: '#contact',
    values: ({ newsletter, ...texts }) => ({ ...texts, newsletter: newsletter ? 'yes' : [] }),
  },

  receipt: (answer) => answer.$('.thanks + table td'),
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.errors'),
});
