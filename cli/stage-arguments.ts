import { stageEnvironment } from './stage-parameters.ts';

export { STAGE_OPTIONS } from '../functions/operate/stage-options.ts';

export const STAGE_USAGE = `  --stage   a stage of serverless.yml (default: local)
  --param   a stage parameter in place of the one in serverless.yml, as for serverless deploy`;

/**
 * The environment of the stage that the arguments mean.
 * @throws Error for what is no parameter or no stage: a misspelt `redisurl` must not lead to the default Redis
 */
export async function environmentOf(values: {
  readonly stage: string;
  readonly param: readonly string[];
}): Promise<Record<string, string>> {
  return stageEnvironment(values.stage, Object.fromEntries(values.param.map(nameAndValue)));
}

function nameAndValue(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`--param ${text}: write --param name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}
