import type { StageParameters } from '../lib/config/stage.ts';
import { allowList } from '../lib/egress/allow.ts';
import type { Form } from '../lib/form/define.ts';
import type { Registry } from '../lib/form/registry.ts';
import { ConfigError, messageOf } from '../lib/submission/errors.ts';

type Page = 'navigationTimeoutMs' | 'actionTimeoutMs';

/**
 * Checks what of a form depends on the stage, before the first message.
 * @returns for each form, which hosts it may reach
 * @throws ConfigError that names the form
 */
export function checkForms(
  registry: Registry,
  stage: Pick<StageParameters, 'proofTimeoutMs' | 'reserveMs' | 'workerTimeoutSeconds' | Page>,
): Map<string, (host: string) => boolean> {
  const lists = new Map<string, (host: string) => boolean>();
  for (const [name, form] of registry) {
    const { allow, timeouts } = form;
    const neededMs = (timeouts?.proofMs ?? stage.proofTimeoutMs) + stage.reserveMs;
    if (neededMs >= stage.workerTimeoutSeconds * 1_000) {
      throw new ConfigError(
        `form "${name}": timeouts.proofMs and reserveMs need ${neededMs} ms, workerTimeoutSeconds is ${stage.workerTimeoutSeconds}`,
      );
    }
    const waitedMs = neededMs + beforeArmingMs(form, stage);
    if (form.waiting !== undefined && waitedMs > stage.workerTimeoutSeconds * 1_000) {
      throw new ConfigError(
        `form "${name}": timeouts.waitingMs, with the time to load and fill the page and for proofMs and reserveMs, needs ${waitedMs} ms, ` +
          `workerTimeoutSeconds is ${stage.workerTimeoutSeconds}`,
      );
    }
    try {
      lists.set(name, allowList(allow));
    } catch (thrown) {
      throw new ConfigError(`form "${name}": ${messageOf(thrown)}`);
    }
  }
  return lists;
}

/** For a page that says to wait: it is loaded, waited for, then filled and clicked, for which the wait leaves two actions' time. */
function beforeArmingMs({ sender, timeouts }: Form, stage: Pick<StageParameters, Page>): number {
  const navigationMs = timeouts?.navigationMs ?? stage.navigationTimeoutMs;
  // Without a browser nothing is waited for.
  if (sender === 'http') return navigationMs;
  const waitingMs = timeouts?.waitingMs ?? navigationMs;
  return navigationMs + waitingMs + 2 * (timeouts?.actionMs ?? stage.actionTimeoutMs);
}
