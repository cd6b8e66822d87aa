import { z } from 'zod';
import { DEFAULTS } from '../../../lib/config/defaults.ts';
import { overview } from '../../../lib/ledger/overview.ts';
import { recordPage, standingOf } from '../../../lib/ledger/record-page.ts';
import { pausedForms } from '../../../lib/ledger/records.ts';
import { PHASES } from '../../../lib/submission/phases.ts';
import { Problem } from '../problem.ts';
import { type Answer, route } from '../route.ts';
import { Overview, Submission, SubmissionPage } from '../schemas.ts';
import { viewOf } from '../submission-view.ts';

/** Redis counts with 64 bits. */
const MAX_CURSOR = 2n ** 64n - 1n;

const QUERY = z.strictObject({
  phase: z.enum(PHASES, { error: `must be one of ${PHASES.join(', ')}` }).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,20}$/, 'must be what the page before told')
    .refine((text) => !/^\d+$/.test(text) || BigInt(text) <= MAX_CURSOR, 'must be what the page before told')
    .optional(),
});

export const readSubmission = route({
  method: 'GET',
  path: '/submissions/{key}',
  summary: 'Where a submission stands',
  access: 'send',
  answers: { 200: { what: 'The submission', shape: Submission } },
  problems: [404],
  async act({ path: { key = '' } }, api): Promise<Answer> {
    const standing = await standingOf(api.connection, key);
    if (standing === undefined) throw noRecord(key);
    return { status: 200, body: viewOf(standing, api) };
  },
});

export const listSubmissions = route({
  method: 'GET',
  path: '/submissions',
  summary: 'All submissions, of one phase or of all, a page at a time',
  access: 'operate',
  query: QUERY,
  answers: { 200: { what: 'One page', shape: SubmissionPage } },
  problems: [422],
  async act({ query: { phase, cursor = '0' } }, api): Promise<Answer> {
    const { found, next } = await recordPage(api.connection, phase, cursor);
    return {
      status: 200,
      body: {
        submissions: found.map((one) => viewOf(one, api)),
        ...(next !== undefined && { cursor: next }),
      },
    };
  },
});

export const showOverview = route({
  method: 'GET',
  path: '/overview',
  summary: 'How many submissions are in each phase, and those that changed last, in one look',
  access: 'operate',
  answers: { 200: { what: 'The overview', shape: Overview } },
  async act(_request, api): Promise<Answer> {
    const startedMs = performance.now();
    const { phases, complete } = await overview(api.connection, {
      newest: DEFAULTS.overviewNewest,
      budgetMs: DEFAULTS.overviewBudgetMs,
      stepRecords: DEFAULTS.overviewStepRecords,
    });
    const views = PHASES.map((phase) => {
      const { count, newest } = phases[phase];
      return [phase, { count, newest: newest.map((one) => viewOf(one, api)) }];
    });
    const paused = await pausedForms(api.connection, api.registry.keys());
    const tookMs = Math.round(performance.now() - startedMs);
    return { status: 200, body: { phases: Object.fromEntries(views), complete, paused, tookMs } };
  },
});

export function noRecord(key: string): Problem {
  return new Problem(
    'notFound',
    `There is no record of ${key}. One is made when a worker first claims the submission.`,
  );
}
