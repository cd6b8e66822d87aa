import { z } from 'zod';
import { standingOf } from '../../../lib/ledger/record-page.ts';
import { Problem } from '../problem.ts';
import { type Answer, route } from '../route.ts';
import { Evidence } from '../schemas.ts';
import { evidenceNameOf } from '../submission-view.ts';
import { noRecord } from './submissions.ts';

export const evidenceLink = route({
  method: 'GET',
  path: '/submissions/{key}/evidence',
  summary: 'A short-lived link to what the target showed: a picture, or a page as text',
  access: 'operate',
  answers: { 200: { what: 'The link', shape: Evidence } },
  problems: [404],
  async act({ path: { key = '' } }, api): Promise<Answer> {
    const standing = await standingOf(api.connection, key);
    if (standing === undefined) throw noRecord(key);
    const name = evidenceNameOf(standing);
    if (name === undefined) throw new Problem('notFound', `Nothing was kept of ${key}.`);
    return { status: 200, body: { ...(await api.links.linkTo(name)), type: typeOf(name) } };
  },
});

/** Where links of the local stage lead; a deployed one has its bucket for that. */
export const evidenceFile = route({
  method: 'GET',
  path: '/evidence/{name}',
  summary: 'What is behind a link (local stage)',
  access: 'link',
  query: z.object({ expires: z.string().default(''), signature: z.string().default('') }),
  answers: { 200: { what: 'A PNG, or plain text' } },
  problems: [404],
  async act({ path: { name = '' }, query: { expires, signature } }, api): Promise<Answer> {
    return {
      status: 200,
      bytes: { type: typeOf(name), content: await api.links.open(name, expires, signature) },
    };
  },
});

function typeOf(name: string): 'image/png' | 'text/plain; charset=utf-8' {
  return name.endsWith('.png') ? 'image/png' : 'text/plain; charset=utf-8';
}
