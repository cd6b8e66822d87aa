import { z } from 'zod';
import { checked, meantForLocal, refuse, timesThatDoNotFit } from './checks.ts';
import { visibilitySeconds } from './derived.ts';
import { DEPLOYMENT, RUN_TIME } from './parameters.ts';

/** An address that only the stack will know (`Ref`), or one that was given. */
const address = z.union([z.url(), z.record(z.string(), z.unknown())], { error: 'must be an address' });

/** What the stack makes. */
const ref = z.record(z.string(), z.unknown());

/** By its ARN, or what the stack makes; none on the local stage. */
function secretOfStack(arn: z.ZodType) {
  return z.union([arn, ref], { error: 'must be the whole ARN of a secret' }).optional();
}

const PARAMETERS = z.strictObject({
  ...RUN_TIME.shape,
  ...DEPLOYMENT.shape,
  redisUrl: RUN_TIME.shape.redisUrl.optional(),
  queueUrl: address,
  parkingUrl: address,
  evidenceBucket: z.union([z.string(), ref]).optional(),
  eventBus: z.union([z.string(), ref]).optional(),
  pepperSecret: secretOfStack(DEPLOYMENT.shape.pepperSecret),
  apiTokensSecret: secretOfStack(DEPLOYMENT.shape.apiTokensSecret),
});

export type Deployment = z.output<typeof PARAMETERS>;

/** The names of all stage parameters. */
export const PARAMETER_NAMES: readonly string[] = Object.keys(PARAMETERS.shape);

/**
 * The stage parameters that a stack is made from, checked before anything is packaged or uploaded.
 * @param given by name, as they stand in serverless.yml or were given by --param; an empty text is none, where none will do
 * @throws ConfigError with every one that is unknown, missing, wrong, or in contradiction to another; then both are named
 */
export function readDeployment(stage: string, given: Readonly<Record<string, unknown>>): Deployment {
  const unknown = Object.keys(given).filter((name) => !PARAMETER_NAMES.includes(name));
  refuse(unknown.map((name) => `${name} is not a stage parameter; docs/deploy.md lists them`));
  refuse(emptyOnes(given));
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => isGiven(value)));
  const deployment = checked(PARAMETERS, values);
  refuse([
    ...timesThatDoNotFit(deployment),
    ...queuesThatDoNotFit(deployment),
    ...concurrencyThatDoesNotFit(deployment),
    ...(stage === 'local' ? [] : [...meantForLocal(deployment), ...missingParts(deployment)]),
  ]);
  return deployment;
}

/** The template is made from the empty text, where the functions would take the default. */
function emptyOnes(given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(PARAMETERS.shape)
    .map(([name, parameter]) => ({ name, fallback: parameter.safeParse(undefined).data }))
    .filter(({ name, fallback }) => given[name] === '' && fallback !== undefined)
    .map(({ name, fallback }) => `${name} is empty: leave it out, and it is ${fallback}`);
}

function queuesThatDoNotFit(deployment: Deployment): string[] {
  const wrong: string[] = [];
  const { visibilityTimeoutSeconds: visibility, workerTimeoutSeconds, batchingWindowSeconds } = deployment;
  const needed = visibilitySeconds(deployment);
  if (visibility !== undefined && visibility < needed) {
    wrong.push(
      `visibilityTimeoutSeconds ${visibility} is too short for workerTimeoutSeconds ${workerTimeoutSeconds}: ` +
        `6 x ${workerTimeoutSeconds} + batchingWindowSeconds ${batchingWindowSeconds} = ${needed} (leave it out, and it fits)`,
    );
  }
  const { ledgerRetentionDays, queueRetentionDays, parkingRetentionDays } = deployment;
  if (ledgerRetentionDays <= queueRetentionDays + parkingRetentionDays) {
    wrong.push(
      `ledgerRetentionDays ${ledgerRetentionDays} is too short: queueRetentionDays ${queueRetentionDays} + ` +
        `parkingRetentionDays ${parkingRetentionDays} must be less, or a message outlives the record of its submission`,
    );
  }
  return wrong;
}

function concurrencyThatDoesNotFit({ maxConcurrency, reservedConcurrency }: Deployment): string[] {
  if (reservedConcurrency === undefined || maxConcurrency <= reservedConcurrency) return [];
  return [
    `maxConcurrency ${maxConcurrency} is more than reservedConcurrency ${reservedConcurrency}: Lambda would refuse ` +
      'deliveries, and each refusal uses up a receive',
  ];
}

/** What a deployed stage cannot do without, and what would be left unused. */
function missingParts(deployment: Deployment): string[] {
  const wrong: string[] = [];
  const { network, redis, redisReplicas, waitReplicas } = deployment;
  if (deployment.redisUrl !== undefined || redis === 'url') {
    wrong.push(
      'redisUrl is for the local stage only: choose redis "create", or "secret" with redisUrlSecret',
    );
  }
  if (deployment.pepper !== undefined)
    wrong.push('pepper is for the local stage only: the stack makes a secret for it');
  if (redis === 'secret' && deployment.redisUrlSecret === undefined) {
    wrong.push('no Redis: redis is "secret" and redisUrlSecret is missing');
  }
  if (redis === 'create' && network === 'none') {
    wrong.push(
      'no Redis: redis is "create" and network is "none", and a Redis that is created lives in a network',
    );
  }
  if (redis === 'create' && deployment.redisUrlSecret !== undefined) {
    wrong.push('redis is "create" and redisUrlSecret is given: which Redis is meant?');
  }
  if (redis === 'create' && waitReplicas > redisReplicas) {
    wrong.push(
      `waitReplicas ${waitReplicas} is more than redisReplicas ${redisReplicas}: no write would be confirmed and nothing submitted`,
    );
  }
  const hasNetwork = deployment.vpcId !== undefined && deployment.subnetIds !== undefined;
  if (network === 'existing' && !hasNetwork)
    wrong.push('network is "existing": vpcId and subnetIds are missing');
  if (network !== 'existing' && (deployment.vpcId ?? deployment.subnetIds) !== undefined) {
    wrong.push(`network is "${network}": vpcId and subnetIds go with network "existing"`);
  }
  return wrong;
}
