import { z } from 'zod';
import { standingOf } from '../../../lib/ledger/record-page.ts';
import { Problem } from '../problem.ts';
import { type Answer, route } from '../route.ts';
import { Evidence } from '../schemas.ts';
import { pictureOf } from '../submission-view.ts';
import { noRecord } from './submissions.ts';

export const evidenceLink = route({
  method: 'GET',
  path: '/submissions/{key}/evidence',
  summary: 'A short-lived link to the picture of what the target answered',
  access: 'operate',
  answers: { 200: { what: 'The link', shape: Evidence } },
  problems: [404],
  async act({ path: { key = '' } }, api): Promise<Answer> {
    const standing = await standingOf(api.connection, key);
    if (standing === undefined) throw noRecord(key);
    const name = pictureOf(standing);
    if (name === undefined) throw new Problem('notFound', `No picture was kept of ${key}.`);
    return { status: 200, body: await api.links.linkTo(name) };
  },
});

/** Where links of the local stage lead; a deployed one has its bucket for that. */
export const evidencePicture = route({
  method: 'GET',
  path: '/evidence/{name}',
  summary: 'The picture behind a link (local stage)',
  access: 'link',
  query: z.object({ expires: z.string().default(''), signature: z.string().default('') }),
  answers: { 200: { what: 'The picture, a PNG' } },
  problems: [404],
  async act({ path: { name = '' }, query: { expires, signature } }, api): Promise<Answer> {
    return {
      status: 200,
      bytes: { type: 'image/png', content: await api.links.open(name, expires, signature) },
    };
  },
});
