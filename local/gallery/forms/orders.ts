import { z } from 'zod';
import { choose, defineForm, enter } from '../../../lib/form/index.ts';

/** Its page submits twice for one click. One request is the submission, whatever else the page sends is dropped. */
export default defineForm({
  name: 'orders',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    way: z.enum(['fetch', 'form']).default('fetch'),
    table: z.int().min(1).max(99),
    dish: z.string(),
    portions: z.int().min(1).max(9),
  }),
  identity: ['table', 'dish', 'portions'],
  url: ({ way }) => new URL(`/orders/${way}`, process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ table, dish }) => `table ${table}: ${dish}`,

  async fill(page, data) {
    await enter(page.getByLabel('Table'), data.table);
    await choose(page.getByLabel('Dish'), data.dish);
    await enter(page.getByLabel('Portions'), data.portions);
  },
  submit: (page) => page.getByRole('button', { name: 'Order' }),

  receipt: (answer) => answer.$('.ordered + table td'),
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.errors'),
});
