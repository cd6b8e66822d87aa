/** The target's forms as Sekali has them: for the browser, for the browser without pictures and fonts, and for the sender `http`. */
import { z } from 'zod';
import { variableOf } from '../../lib/config/stage.ts';
import { defineForm, type Form } from '../../lib/form/index.ts';
import { KINDS, type Kind } from './pages.ts';

const fields = z.strictObject({ userId: z.string().min(1), fullName: z.string().min(1), email: z.email() });

export type Definition = 'whole' | 'blocking' | 'http';

export function formName(kind: Kind, definition: Definition): string {
  return definition === 'whole' ? kind : `${kind}-${definition}`;
}

export const benchForms: readonly Form[] = KINDS.flatMap((kind) => [
  inBrowser(kind, 'whole'),
  inBrowser(kind, 'blocking'),
  byHttp(kind),
]);

const url = (kind: Kind) => new URL(`/${kind}`, process.env[variableOf('demoTarget')]).href;

function inBrowser(kind: Kind, definition: 'whole' | 'blocking'): Form {
  return defineForm({
    name: formName(kind, definition),
    allow: ['127.0.0.1'],
    fields,
    identity: ['userId'],
    url: () => url(kind),
    label: ({ userId }) => userId,
    async fill(page, { userId, fullName, email }) {
      await page.fill('#user-id', userId);
      await page.fill('#full-name', fullName);
      await page.fill('#email', email);
    },
    submit: (page) => page.locator('#submit-btn'),
    ...(definition === 'blocking' && { block: ['image', 'font'] }),
    receipt: (answer) => answer.$('.success-receipt'),
  });
}

function byHttp(kind: Kind): Form {
  return defineForm({
    name: formName(kind, 'http'),
    allow: ['127.0.0.1'],
    sender: 'http',
    fields,
    identity: ['userId'],
    url: () => url(kind),
    label: ({ userId }) => userId,
    http: { form: '#registration', values: (data) => ({ ...data }) },
    receipt: (answer) => answer.$('.success-receipt'),
  });
}

/** Of one person, who is nobody else. */
export function personOf(userId: string) {
  return { userId, fullName: `Person ${userId}`, email: `${userId}@example.org` };
}
