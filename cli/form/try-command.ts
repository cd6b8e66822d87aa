import { join } from 'node:path';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import { allowList } from '../../lib/egress/allow.ts';
import { type Accepted, accept } from '../../lib/form/accept.ts';
import type { Form } from '../../lib/form/index.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { localTargetsOf } from '../../lib/inspect/local-target.ts';
import { ParkError } from '../../lib/submission/errors.ts';
import type { Data } from '../../lib/submission/key.ts';
import { hideDeep } from './hide-deep.ts';
import type { MeantForm } from './load-form.ts';
import { plainText } from './plain-text.ts';
import { root } from './root.ts';
import { inSession } from './session.ts';
import { submittedAsText, trialAsText, wrongDataAsText } from './show-trial.ts';
import type { Timeouts, TrialOptions } from './trial.ts';
import { tryInBrowser } from './try-browser.ts';
import { tryByHttp } from './try-http.ts';
import { submitForReal } from './try-submit.ts';

export interface TryArguments {
  readonly form: MeantForm;
  readonly data: Data;
  readonly submit: boolean;
  readonly json: boolean;
}

/** `try`: everything but the submit, or the submit too. @returns the exit code */
export async function tryCommand({ form: meant, data, submit, json }: TryArguments): Promise<number> {
  const form = await meant.load();
  const accepted = acceptOr(form, data);
  if (accepted instanceof ParkError) {
    const { reason, errors, message } = accepted;
    const wrong = { form: form.name, submitted: false, reason, errors };
    console.log(json ? JSON.stringify(wrong, null, 2) : wrongDataAsText(form.name, message, errors));
    return 1;
  }
  const url = form.url(accepted.data);
  const localTargets = localTargetsOf(url);
  const folder = join(root, '.sekali', 'tries');
  const tell = (answer: object, text: string) =>
    console.log(json ? JSON.stringify(answer, null, 2) : plainText(text));
  return inSession(async (session) => {
    if (localTargets[0] !== undefined) {
      session.say(`Lets through ${localTargets[0]}, an address of this machine, since the form names it.`);
    }
    const { key, secrets } = accepted;
    const options: TrialOptions = {
      ...session,
      data: accepted.data,
      key,
      secrets,
      localTargets,
      folder,
      timeouts: timeoutsOf(form),
    };
    const about = { form: form.name, sender: form.sender ?? 'direct' };
    if (submit) {
      session.say(
        'There is no ledger behind this: nothing remembers it, and a message with the same identity submits it again.',
      );
      const ended = await submitForReal(form, options);
      const isSubmitted = ended.result?.kind === 'submitted';
      tell({ ...about, submitted: isSubmitted, ...ended }, submittedAsText(form.name, ended));
      return isSubmitted ? 0 : 1;
    }
    const trial = form.sender === 'http' ? await tryByHttp(form, options) : await tryInBrowser(form, options);
    const { steps, picture, ...said } = trial;
    const shown = { ...hideDeep(said, secrets), steps, ...(picture && { picture }) };
    const wouldSubmit = trial.request !== undefined;
    tell({ ...about, submitted: false, wouldSubmit, ...shown }, trialAsText(form.name, shown));
    return wouldSubmit ? 0 : 1;
  });
}

/** @throws ConfigError or TypeError when the definition itself cannot work */
function acceptOr(form: Form, data: Data): Accepted | ParkError {
  const registry = registryOf([form]);
  const allowed = allowList(form.allow);
  try {
    return accept(registry, form.name, data, { allows: (_, host) => allowed(host) });
  } catch (thrown) {
    if (thrown instanceof ParkError) return thrown;
    throw thrown;
  }
}

function timeoutsOf({ timeouts }: Form): Timeouts {
  const navigationMs = timeouts?.navigationMs ?? DEFAULTS.navigationTimeoutMs;
  return {
    navigationMs,
    waitingMs: timeouts?.waitingMs ?? navigationMs,
    actionMs: timeouts?.actionMs ?? DEFAULTS.actionTimeoutMs,
    proofMs: timeouts?.proofMs ?? DEFAULTS.proofTimeoutMs,
  };
}
