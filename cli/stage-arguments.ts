import { messageOf } from '../lib/submission/errors.ts';
import { type LocalStack, runningStack } from '../local/running.ts';
import { UsageError } from './said.ts';
import { stageEnvironment } from './stage-parameters.ts';

/** The options that say which stage is meant, for `parseArgs`. */
export const STAGE_OPTIONS = {
  stage: { type: 'string' as const, default: 'local' },
  param: { type: 'string' as const, multiple: true as const, default: [] as string[] },
};

export const STAGE_USAGE = `  --stage   a stage of serverless.yml (default: local; where npm run dev is up in this clone, its addresses)
  --param   a stage parameter in place of the one in serverless.yml, as for serverless deploy; then npm run dev is not
            looked for`;

/** Which stage is meant, as typed. */
export interface StageValues {
  readonly stage: string;
  readonly param: readonly string[];
}

/** The stack of `npm run dev`, where it is meant and up. */
export async function localStack(values: StageValues): Promise<LocalStack | undefined> {
  return isDefaultLocal(values) ? runningStack() : undefined;
}

/** Whether the stack of `npm run dev` is meant, if it is up: whoever names an address means another one. */
function isDefaultLocal({ stage, param }: StageValues): boolean {
  return stage === 'local' && param.length === 0;
}

/**
 * The environment of the stage that the arguments mean.
 * @throws UsageError for what is no parameter or no stage: a misspelt `redisurl` must not lead to the default Redis
 */
export async function environmentOf(values: StageValues): Promise<Record<string, string>> {
  const found = (await localStack(values))?.params;
  try {
    return await stageEnvironment(values.stage, found ?? Object.fromEntries(values.param.map(nameAndValue)));
  } catch (thrown) {
    throw new UsageError(messageOf(thrown), { cause: thrown });
  }
}

/** Whether the stack of `npm run dev` is meant, and is not up. */
export async function stackIsMissing(values: StageValues): Promise<boolean> {
  return isDefaultLocal(values) && (await runningStack()) === undefined;
}

/** @throws Error where the local stage is meant and no stack is up in this clone: a stranger's Redis may be at its port. */
export async function needsStack(values: StageValues): Promise<void> {
  if (!(await stackIsMissing(values))) return;
  throw new Error(
    'No local stack is up in this clone. Start one with `npm run dev`, or say which stage you mean: --stage prod, ' +
      'or --param with its addresses.',
  );
}

function nameAndValue(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`--param ${text}: write --param name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}
