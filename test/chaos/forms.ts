/** The forms of the chaos target, in place of `forms/index.ts`: one that can look a submission up, and one that cannot. */
import { z } from 'zod';
import { defineForm } from '../../lib/form/index.ts';

const target = () => process.env.SEKALI_DEMO_TARGET ?? '';
const FIELDS = z.strictObject({ id: z.string().min(1), note: z.string().min(1) });

const common = (name: 'ticket' | 'permit') =>
  ({
    name,
    allow: ['127.0.0.1'],
    fields: FIELDS,
    identity: ['id'],
    url: ({ id }: z.output<typeof FIELDS>) => `${target()}/${name}?id=${id}`,
    label: ({ id }: z.output<typeof FIELDS>) => id,
    fill: (page, { note }) => page.getByLabel('Note').fill(note),
    submit: (page) => page.getByRole('button', { name: 'Send' }),
    receipt: (answer) => answer.$('#receipt'),
    refused: (answer) => answer.$('#refused'),
    expired: (answer) => answer.$('#expired'),
  }) satisfies Parameters<typeof defineForm<typeof FIELDS>>[0];

export const forms = [
  defineForm(common('ticket')),
  defineForm({
    ...common('permit'),
    verify: {
      url: ({ id }) => `${target()}/lookup?id=${id}`,
      judge(answer) {
        const landed = answer.$('#landed');
        if (landed !== undefined) return { landed };
        return answer.$('#absent') === undefined ? undefined : 'absent';
      },
    },
  }),
];
