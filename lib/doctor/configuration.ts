import { PARAMETER_NAMES, readDeployment } from '../config/deployment.ts';
import { readStage, type StageParameters, variableOf } from '../config/stage.ts';
import { messageOf } from '../submission/errors.ts';
import { type Environment, type Examiner, isElsewhere, stageOf } from './examiner.ts';
import { type Finding, ok, wrong } from './finding.ts';

export interface Configuration {
  readonly findings: readonly Finding[];
  /** Its numbers; absent where they are wrong. Addresses may be stand-ins: take those from the environment. */
  readonly stage?: StageParameters;
}

/** What only the stack knows. Well-formed, so that the rest can be checked without it. */
const STAND_INS = {
  SEKALI_REDIS_URL: 'rediss://unknown.invalid:6379',
  SEKALI_QUEUE_URL: 'https://unknown.invalid/submissions',
  SEKALI_PARKING_URL: 'https://unknown.invalid/parking',
};

/**
 * Whether the stage parameters are valid, fit each other and the forms. Looks at nothing else.
 * @param isComplete whether what is missing is missing, and not only unknown to whoever looks
 */
export function examineConfiguration(examiner: Examiner, isComplete: boolean): Configuration {
  try {
    if (isElsewhere(examiner)) checkDeployment(examiner);
    const stage = readStage(isComplete ? examiner.env : { ...STAND_INS, ...known(examiner.env) });
    examiner.check(stage);
    return { findings: [ok(`stage parameters and forms fit each other (stage ${stage.stage})`)], stage };
  } catch (thrown) {
    return { findings: [wrong(messageOf(thrown))] };
  }
}

const known = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

/** What a deployment would be refused for, but that Redis' address and pepper may be lent to the doctor. */
function checkDeployment(examiner: Examiner): void {
  const given = PARAMETER_NAMES.flatMap((name): [string, unknown][] => {
    const value = examiner.env[variableOf(name)];
    return value === undefined || name === 'redisUrl' || name === 'pepper' ? [] : [[name, value]];
  });
  const ofTheStack = { queueUrl: { Ref: 'SubmissionQueue' }, parkingUrl: { Ref: 'ParkingQueue' } };
  readDeployment(stageOf(examiner), { ...ofTheStack, ...Object.fromEntries(given) });
}
