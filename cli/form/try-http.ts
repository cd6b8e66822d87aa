import { openEgress } from '../../lib/egress/proxy.ts';
import type { HttpForm } from '../../lib/form/define.ts';
import { readBody } from '../../lib/inspect/body.ts';
import { submissionOf } from '../../lib/senders/http-form.ts';
import { HttpSession } from '../../lib/senders/http-session.ts';
import { answerOf } from '../../lib/senders/http-text.ts';
import { visitByHttp } from '../../lib/senders/http-visit.ts';
import { saidBefore } from '../../lib/senders/said-before.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import { Stopwatch, type Trial, type TrialOptions, tellingHeaders } from './trial.ts';

/** Everything but the submit, without a browser: nothing but the GET of the page leaves. */
export async function tryByHttp(form: HttpForm, options: TrialOptions): Promise<Trial> {
  const { localTargets, signal, show, data, timeouts, secrets } = options;
  const watch = new Stopwatch();
  const egress = await openEgress({ allow: form.allow, localTargets });
  const common = () => ({
    others: [],
    notReached: egress.refusals.map(({ host }) => host),
    steps: watch.steps,
  });
  try {
    const url = form.url(data);
    show(`Loading ${url.replace(/[?#].*$/, '')}`);
    const session = new HttpSession(egress);
    const page = await visitByHttp(session, egress, url, { signal, timeoutMs: timeouts.navigationMs });
    watch.done('load and look');
    const said = saidBefore(form, answerOf(page));
    if (said !== undefined) return { saidBefore: said, ...common() };
    const { method, url: to, headers, body } = submissionOf(page, form, data);
    watch.done('fill in');
    const request = {
      method,
      url: to.href,
      headers: tellingHeaders(headers),
      body: await readBody(headers['content-type'] ?? '', body),
    };
    return { request, ...common() };
  } catch (thrown) {
    signal.throwIfAborted();
    return { problem: messageOf(secrets.hideIn(thrown)), ...common() };
  } finally {
    await egress.close();
  }
}
