/** The target's forms as Sekali has them, each once for the browser and once for the sender `http`. */
import { z } from 'zod';
import { variableOf } from '../../lib/config/stage.ts';
import { defineForm, type Form } from '../../lib/form/index.ts';
import { KINDS, type Kind } from './pages.ts';

const fields = z.strictObject({ userId: z.string().min(1), fullName: z.string().min(1), email: z.email() });

export type Sender = 'direct' | 'http';

export function formName(kind: Kind, sender: Sender): string {
  return sender === 'http' ? `${kind}-http` : kind;
}

export const benchForms: readonly Form[] = KINDS.flatMap((kind) => [inBrowser(kind), byHttp(kind)]);

const url = (kind: Kind) => new URL(`/${kind}`, process.env[variableOf('demoTarget')]).href;

function inBrowser(kind: Kind): Form {
  return defineForm({
    name: formName(kind, 'direct'),
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
