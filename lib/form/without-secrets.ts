import type { Outcome, SentRequest } from '../submission/phases.ts';
import type { Attempt, FormRun, RunResult, Verdict, Verify } from '../submission/ports.ts';
import type { Secrets } from './secrets.ts';

/** The same run, whichever sender it is by, with no secret in anything that it tells. */
export function runWithoutSecrets(run: FormRun, secrets: Secrets): FormRun {
  return {
    run: (attempt: Attempt) =>
      run.run(attempt).then(
        (result) => hideInResult(result, secrets),
        (thrown: unknown) => Promise.reject(secrets.hideIn(thrown)),
      ),
    traces: () => hideInTraces(run.traces?.() ?? {}, secrets),
    close: () => run.close(),
  };
}

/** The same look-up, with no secret in anything that it tells. */
export function verifyWithoutSecrets(verify: Verify, secrets: Secrets): Verify {
  return async (signal) => {
    try {
      return hideInVerdict(await verify(signal), secrets);
    } catch (thrown) {
      throw secrets.hideIn(thrown);
    }
  };
}

function hideInResult(result: RunResult, secrets: Secrets): RunResult {
  return 'outcome' in result
    ? { ...result, outcome: hideInOutcome(result.outcome, secrets) }
    : { ...result, reason: secrets.brief(result.reason) };
}

function hideInVerdict(verdict: Verdict, secrets: Secrets): Verdict {
  return verdict.kind === 'cannotTell'
    ? { ...verdict, reason: secrets.brief(verdict.reason) }
    : { ...verdict, outcome: hideInOutcome(verdict.outcome, secrets) };
}

function hideInOutcome(outcome: Outcome, secrets: Secrets): Outcome {
  return {
    ...outcome,
    ...hideInTraces(outcome, secrets),
    text: secrets.brief(outcome.text),
    ...(outcome.url !== undefined && { url: secrets.brief(outcome.url) }),
  };
}

/** The picture's place is made of the key, which is a hash: a short number in it is nobody's secret. */
function hideInTraces<T extends { readonly request?: SentRequest }>(traces: T, secrets: Secrets): T {
  const { request } = traces;
  return request === undefined
    ? traces
    : { ...traces, request: { ...request, url: secrets.brief(request.url) } };
}
