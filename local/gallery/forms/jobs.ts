import { z } from 'zod';
import { attach, choose, defineForm, enter, fileField } from '../../../lib/form/index.ts';

/** The file travels in the message. */
export default defineForm({
  name: 'jobs',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    position: z.string(),
    fullName: z.string().min(1),
    email: z.email(),
    contract: z.enum(['full', 'part']),
    salary: z.int().min(1).max(500),
    startDate: z.iso.date(),
    letter: z.string().max(4000),
    cv: fileField({ types: ['application/pdf'] }),
  }),
  identity: ['position', 'email'],
  url: ({ position }) =>
    new URL(`/jobs/${position}`, process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ fullName, position }) => `${fullName} as ${position}`,

  async fill(page, data) {
    await enter(page.getByLabel('Full name'), data.fullName);
    await enter(page.getByLabel('Email'), data.email);
    await choose(page.getByRole('group', { name: 'Contract' }), data.contract);
    await enter(page.getByLabel('Expected salary'), data.salary);
    await enter(page.getByLabel('Earliest start'), data.startDate);
    await enter(page.getByLabel('Cover letter'), data.letter);
    await attach(page.getByLabel('CV'), data.cv);
  },
  submit: (page) => page.getByRole('button', { name: 'Send application' }),

  receipt: (answer) => answer.$('#confirmation'),
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.closed') ?? answer.$('.errors'),
});
