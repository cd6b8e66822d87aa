import type { StageParameters } from '../config/stage.ts';
import type { Form } from '../form/define.ts';
import { limits as defaultLimits, type Limits } from './limits.ts';
import type { LookUp } from './reach.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Who looks, from where, and at what. */
export interface Examiner {
  /** The stage parameters as environment variables, secrets among them where they are known. */
  readonly env: Environment;
  /** `function`: inside the deployed network. `here`: on a person's machine, which sees less of a deployed stage. */
  readonly where: 'here' | 'function';
  readonly forms: readonly Form[];
  /** Write `sekali:meta` where there is none. */
  readonly init: boolean;
  /** What else the worker checks when it starts. @throws ConfigError */
  readonly check: (stage: StageParameters) => void;
  /** Fills in the secrets that the environment only names. */
  readonly withSecrets?: (env: Environment) => Promise<Environment>;
  readonly lookUp?: LookUp;
  readonly limits?: Limits;
}

export const limitsOf = ({ limits }: Pick<Examiner, 'limits'>): Limits => limits ?? defaultLimits;

export const stageOf = ({ env }: Pick<Examiner, 'env'>): string => env.SEKALI_STAGE ?? 'local';

export const isLocal = (examiner: Pick<Examiner, 'env'>): boolean => stageOf(examiner) === 'local';

/** Whether this machine is not where the stage runs, so that what fails here may work there. */
export const isElsewhere = (examiner: Examiner): boolean => examiner.where === 'here' && !isLocal(examiner);

/** The command that sees what this machine cannot. */
export function askInside({ env, init }: Pick<Examiner, 'env' | 'init'>): string {
  return `npx serverless invoke -f doctor --stage ${stageOf({ env })}${init ? ` --data '{"init":true}'` : ''}`;
}

/** What declares a Redis to be the ledger. */
export function howToInit({ env, where }: Examiner): string {
  return where === 'here' ? 'run doctor with --init' : askInside({ env, init: true });
}

/** Where a person puts address and password of Redis right. */
export function placeOfAddress({ env, where }: Examiner): string {
  if (where === 'here') return 'redisUrl';
  return env.SEKALI_REDIS_URL_SECRET?.trim()
    ? 'the secret of redisUrlSecret'
    : 'what the stack gave the function (deploy again)';
}
