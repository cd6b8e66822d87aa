import { stageEnvironment } from '../cli/stage-parameters.ts';
import { checkForms } from '../functions/check-forms.ts';
import { readStage, type StageParameters } from '../lib/config/stage.ts';
import type { Form } from '../lib/form/index.ts';
import { registryOf } from '../lib/form/registry.ts';
import { PARKING_NAME, QUEUE_NAME, queueUrlOf } from './queues.ts';

/** Not known before it has started; it will be well-formed. */
const SOME_ADDRESS = 'http://127.0.0.1:1';

/**
 * The stage parameters of the local stage, after the checks that the worker makes when it starts: under serverless
 * offline nobody would see why it does not.
 * @throws ConfigError that names the wrong parameter or form
 */
export async function checkedStage(
  params: Readonly<Record<string, string | number>>,
  forms: readonly Form[],
): Promise<StageParameters> {
  const given = Object.entries(params).map(([name, value]) => [name, String(value)]);
  const environment = await stageEnvironment('local', {
    queueUrl: queueUrlOf(SOME_ADDRESS, QUEUE_NAME),
    parkingUrl: queueUrlOf(SOME_ADDRESS, PARKING_NAME),
    sqsEndpoint: SOME_ADDRESS,
    demoTarget: SOME_ADDRESS,
    redisUrl: 'redis://127.0.0.1:1',
    ...Object.fromEntries(given),
  });
  const stage = readStage(environment);
  checkForms(registryOf(forms), stage);
  return stage;
}
