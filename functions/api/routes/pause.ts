import { pauseForm, resumeForm } from '../../../lib/ledger/records.ts';
import { Problem } from '../problem.ts';
import { type Answer, route } from '../route.ts';
import { OptionalReason, Paused, Reason } from '../schemas.ts';

export const pause = route({
  method: 'POST',
  path: '/forms/{form}/pause',
  summary: 'Lets a form send nothing new; messages wait',
  access: 'operate',
  body: Reason,
  answers: { 200: { what: 'It is paused', shape: Paused } },
  problems: [400, 404, 413, 415, 422],
  async act(
    { who, path: { form = '' }, body: { why } },
    { registry, connection, telemetry },
  ): Promise<Answer> {
    if (!registry.has(form)) {
      throw new Problem(
        'notFound',
        `There is no form "${form}"; there are ${[...registry.keys()].join(', ')}.`,
      );
    }
    await pauseForm(connection, form, `${why} (${who.name})`);
    telemetry.info('form paused', { form, who: who.name, why });
    return { status: 200, body: { form, paused: true, why: `${why} (${who.name})` } };
  },
});

export const resume = route({
  method: 'POST',
  path: '/forms/{form}/resume',
  summary: 'Lets a form go on, with its counts anew',
  access: 'operate',
  body: OptionalReason,
  answers: { 200: { what: 'It goes on', shape: Paused } },
  problems: [400, 409, 413, 415, 422],
  async act({ who, path: { form = '' } }, { connection, telemetry }): Promise<Answer> {
    // Of a form that is no longer defined, too: its counts go with it.
    const why = await resumeForm(connection, form);
    if (why === null) throw new Problem('notPaused', `${form} was not paused.`);
    telemetry.info('form resumed', { form, who: who.name });
    return { status: 200, body: { form, paused: false, why } };
  },
});
