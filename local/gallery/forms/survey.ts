import { z } from 'zod';
import { choose, defineForm, enter } from '../../../lib/form/index.ts';

/** The thanks come in a new tab: nothing to say about that. */
export default defineForm({
  name: 'survey',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    ticket: z.string().regex(/^KC\d{6}$/),
    comfort: z.int().min(1).max(4),
    staff: z.int().min(1).max(4),
    remark: z.string().max(500).default(''),
  }),
  identity: ['ticket'],
  url: () => new URL('/survey', process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ ticket }) => ticket,

  async fill(page, data) {
    await enter(page.getByLabel('Ticket number'), data.ticket);
    await choose(page.getByRole('group', { name: 'How comfortable' }), String(data.comfort));
    await choose(page.getByRole('group', { name: 'How helpful' }), String(data.staff));
    await enter(page.getByLabel('Anything else?'), data.remark);
  },
  submit: (page) => page.getByRole('button', { name: 'Send answers' }),

  receipt: (answer) => answer.text.match(/Your code\s+(SU-\d+)/)?.[1],
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.errors'),
});
