import type { StageParameters } from '../lib/config/stage.ts';
import { allowList } from '../lib/egress/allow.ts';
import type { Registry } from '../lib/form/registry.ts';
import { ConfigError, messageOf } from '../lib/submission/errors.ts';

/**
 * Checks what of a form depends on the stage, before the first message.
 * @returns for each form, which hosts it may reach
 * @throws ConfigError that names the form
 */
export function checkForms(
  registry: Registry,
  stage: Pick<StageParameters, 'proofTimeoutMs' | 'reserveMs' | 'workerTimeoutSeconds'>,
): Map<string, (host: string) => boolean> {
  const lists = new Map<string, (host: string) => boolean>();
  for (const [name, { allow, timeouts }] of registry) {
    const neededMs = (timeouts?.proofMs ?? stage.proofTimeoutMs) + stage.reserveMs;
    if (neededMs >= stage.workerTimeoutSeconds * 1_000) {
      throw new ConfigError(
        `form "${name}": timeouts.proofMs and reserveMs need ${neededMs} ms, workerTimeoutSeconds is ${stage.workerTimeoutSeconds}`,
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
