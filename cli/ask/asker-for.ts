import { userInfo } from 'node:os';
import { variableOf } from '../../lib/config/stage.ts';
import { UsageError } from '../said.ts';
import { environmentOf, localStack, needsStack, type StageValues } from '../stage-arguments.ts';
import type { Asker } from './asker.ts';
import { byHttp } from './by-http.ts';

/** Whom to ask, as typed. */
export interface Where extends StageValues {
  readonly url?: string;
  readonly who?: string;
}

/**
 * One way for each: an address is asked by HTTP, a stage whose Redis can be reached from here directly, and any other one by its
 * function `operator`.
 * @param queues whether parked messages are asked for
 * @throws UsageError, Error that says what is missing
 */
export async function askerFor(where: Where, { queues = false } = {}): Promise<Asker> {
  const { url, stage, param, who = userName() } = where;
  if (!who.trim()) throw new UsageError('Say who decides, with --who.');
  if (url !== undefined) {
    if (stage !== 'local' || param.length > 0)
      throw new UsageError('--url takes the place of --stage and --param.');
    if (where.who !== undefined)
      throw new UsageError('With --url the name of the token says who decides, not --who.');
    return byHttp(url, process.env.SEKALI_TOKEN);
  }
  await needsStack(where);
  const environment = await environmentOf(where);
  const reachable =
    environment[variableOf('redisUrl')] || param.some((text) => text.startsWith('redisUrlSecret='));
  // Only now: each is much to load for those who go another way.
  if (reachable) {
    const apiUrl = (await localStack(where))?.apiUrl;
    return (await import('./direct.ts')).direct(environment, who, { queues, apiUrl });
  }
  if (param.length > 0) {
    throw new UsageError(
      '--param: the function of a deployed stage has its own parameters. It goes with --param redisUrl=…',
    );
  }
  const { onDeployedStage, operatorClient } = await import('./by-function.ts');
  const client = operatorClient();
  return {
    ask: (request) => onDeployedStage(client, stage, { ...request, who }),
    close: () => client.destroy(),
  };
}

/** A container may run as a user who has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
