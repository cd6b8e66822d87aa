import { refuse } from './checks.ts';
import type { Deployment } from './deployment.ts';

/** Lambda takes names of at most 64 characters, and the longest is that of the operator. */
const MAX_STAGE_CHARACTERS = 64 - 'sekali--operator'.length;

/**
 * What a stage in AWS is refused for beyond its parameters; a worker without Lambda may well have it.
 * @param region where the stack will be
 * @throws ConfigError with everything that is wrong
 */
export function refuseForStack(stage: string, region: string, deployment: Deployment): void {
  refuse([
    ...nameThatDoesNotFit(stage),
    ...partsOfOthers(deployment),
    ...secretsElsewhere(deployment, region),
  ]);
}

function nameThatDoesNotFit(stage: string): string[] {
  if (stage.length <= MAX_STAGE_CHARACTERS) return [];
  return [
    `the stage's name has ${stage.length} characters; AWS' names have room for ${MAX_STAGE_CHARACTERS}`,
  ];
}

/** The stack makes these, and its event source and roles are for what it made. */
function partsOfOthers(deployment: Deployment): string[] {
  const given = (['queueUrl', 'parkingUrl', 'evidenceBucket', 'eventBus'] as const).filter(
    (name) => typeof deployment[name] === 'string',
  );
  const wrong = given.map(
    (name) => `${name} is given: the functions may use the stack's own only; leave it out`,
  );
  for (const name of ['pepperSecret', 'apiTokensSecret'] as const) {
    if (deployment[name] === undefined) wrong.push(`${name} is empty: leave it out, and the stack makes one`);
  }
  return wrong;
}

function secretsElsewhere(deployment: Deployment, region: string): string[] {
  return (['redisUrlSecret', 'pepperSecret', 'apiTokensSecret'] as const)
    .filter((name) => {
      const arn = deployment[name];
      return typeof arn === 'string' && arn.split(':')[3] !== region;
    })
    .map((name) => `${name} is not in ${region}, the region of the stack: its functions could not read it`);
}
