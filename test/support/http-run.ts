import { z } from 'zod';
import { defineForm, type Form, type HttpFormDefinition } from '../../lib/form/define.ts';
import type { Target } from './target.ts';

const FIELDS = z.strictObject({ name: z.string() });

export type HttpForm = Partial<HttpFormDefinition<typeof FIELDS>>;

/** The form of `testForm`, for the sender `http`. */
export function httpForm(target: Target, form: HttpForm = {}): Form {
  return defineForm({
    name: 'test-form',
    sender: 'http',
    allow: ['127.0.0.1'],
    fields: FIELDS,
    identity: ['name'],
    url: () => `${target.url}/`,
    label: ({ name }) => name,
    http: { form: 'form', values: ({ name }) => ({ name }) },
    receipt: (answer) => answer.$('#receipt'),
    refused: (answer) => answer.$('#refused'),
    ...form,
  });
}

/** For worlds that must open no browser. */
export const noBrowsers = {
  newContext: async () => {
    throw new Error('a browser was asked for');
  },
};
