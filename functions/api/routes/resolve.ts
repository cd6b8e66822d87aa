import { DEFAULTS } from '../../../lib/config/defaults.ts';
import { type Standing, standingOf } from '../../../lib/ledger/record-page.ts';
import type { Api } from '../parts.ts';
import { Problem, unavailable } from '../problem.ts';
import { type Answer, route } from '../route.ts';
import { Resolution, Submission } from '../schemas.ts';
import { judgedIn, viewOf } from '../submission-view.ts';
import { noRecord } from './submissions.ts';

export const resolve = route({
  method: 'POST',
  path: '/submissions/{key}/resolution',
  summary: 'Settles an unknown by what a person found at the target',
  access: 'operate',
  body: Resolution,
  answers: { 200: { what: 'The submission as it is now', shape: Submission } },
  problems: [400, 404, 409, 413, 415, 422],
  async act({ who, path: { key = '' }, body }, api): Promise<Answer> {
    const lookedAtMs = body.verdict === 'absent' ? Date.parse(body.lookedAt) : 0;
    if (lookedAtMs > api.nowMs()) {
      const errors = [{ field: 'lookedAt', message: 'is in the future' }];
      throw new Problem('invalid', 'You cannot have looked yet.', { errors });
    }
    const before = await standingOf(api.connection, key);
    if (before === undefined) throw noRecord(key);
    const judged = judgedIn(before.record);
    if (judged === undefined) throw notResolvable(before);
    if (judged !== body.armedBy) throw otherArming();
    const answer = await api.ledger.resolve({
      key,
      token: '',
      armedBy: body.armedBy,
      verdict: body.verdict,
      lookStartedAtMs: lookedAtMs,
      flightGraceMs: api.flightGraceMs(before.record.form ?? ''),
      outcome: { text: body.verdict === 'landed' ? body.receipt : body.why },
      who: who.name,
      why: body.why,
    });
    switch (answer) {
      case 'resolved': {
        await api.outcomes.tell(key, DEFAULTS.tellTimeoutMs);
        const after = await standingOf(api.connection, key);
        return { status: 200, body: viewOf(after ?? before, api) };
      }
      case 'tooEarly':
        throw tooEarly(before, api);
      case 'refused':
        throw notResolvable((await standingOf(api.connection, key)) ?? before);
      case 'unconfirmed':
        throw unavailable('It is written, but no replica has confirmed it.');
      default:
        return answer satisfies never;
    }
  },
});

function tooEarly(standing: Standing, api: Api): Problem {
  const { absentFrom = '' } = viewOf(standing, api);
  const seconds = Math.max(1, Math.ceil((Date.parse(absentFrom) - api.nowMs()) / 1_000));
  return new Problem(
    'tooEarly',
    `A request may still be under way. Look at the target after ${absentFrom}, then say so.`,
    { members: { absentFrom }, headers: { 'retry-after': String(seconds) } },
  );
}

function otherArming(): Problem {
  return new Problem(
    'otherArming',
    'Another arming stands by now than the one that was judged. Look at the submission again.',
  );
}

function notResolvable({ key, record }: Standing): Problem {
  return new Problem(
    'notResolvable',
    `${key} is ${record.phase}: there is nothing to resolve now, or somebody is at it. Look again.`,
  );
}
