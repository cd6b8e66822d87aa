import { z } from 'zod';
import { choose, defineForm, enter, tick } from '../../../lib/form/index.ts';

/** `choose` waits for options that come later; `enter` accepts the grouping that a mask adds. */
export default defineForm({
  name: 'registration',
  allow: ['127.0.0.1'],
  fields: z.strictObject({
    nationalId: z.string().regex(/^\d{16}$/),
    fullName: z.string().min(1),
    birthDate: z.iso.date(),
    province: z.string(),
    city: z.string(),
    district: z.string(),
    address: z.string().min(1),
  }),
  identity: ['nationalId'],
  secret: ['nationalId'],
  url: () => new URL('/registration', process.env.SEKALI_DEMO_TARGET || 'http://127.0.0.1:4010').href,
  label: ({ fullName, district }) => `${fullName}, ${district}`,

  async fill(page, data) {
    await enter(page.getByLabel('National id (NIK)'), data.nationalId);
    await enter(page.getByLabel('Full name'), data.fullName);
    await enter(page.getByLabel('Date of birth'), data.birthDate);
    await choose(page.getByLabel('Province'), data.province);
    await choose(page.getByLabel('City or regency'), data.city);
    await choose(page.getByLabel('District'), data.district);
    await enter(page.getByLabel('Street and number'), data.address);
    await tick(page.getByLabel('I declare that the above is true'), true);
  },
  submit: (page) => page.getByRole('button', { name: 'Register' }),

  receipt: (answer) => answer.text.match(/Registration number\s+(RE-\d+)/)?.[1],
  already: (answer) => answer.$('.registered'),
  expired: (answer) => answer.$('.session-ended'),
  refused: (answer) => answer.$('.rejected') ?? answer.$('.errors'),
});
