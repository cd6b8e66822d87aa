/**
 * The stage parameters, and what follows from them: serverless.yml reads both from here. Wrong parameters are passed on as
 * they are; `infra/plugins/check.ts` then says what is wrong with them.
 */
const { REDIS_ENGINES, visibilitySeconds } = require('../lib/config/derived.ts');
const { PARAMETER_NAMES } = require('../lib/config/deployment.ts');

module.exports = async ({ resolveVariable }) => {
  const parameters = Object.fromEntries(
    await Promise.all(PARAMETER_NAMES.map(async (name) => [name, await resolveVariable(`param:${name}`)])),
  );
  const number = (name) => Number(parameters[name]);
  const engine = REDIS_ENGINES[parameters.redisEngine] ?? REDIS_ENGINES.valkey;
  const variantOf = (name, variants) =>
    variants.includes(parameters[name]) ? parameters[name] : variants[0];
  return {
    parameters,
    network: variantOf('network', ['create', 'existing', 'none']),
    redis: variantOf('redis', ['create', 'secret', 'url']),
    visibilitySeconds:
      number('visibilityTimeoutSeconds') ||
      visibilitySeconds({
        workerTimeoutSeconds: number('workerTimeoutSeconds'),
        batchingWindowSeconds: number('batchingWindowSeconds'),
      }),
    queueRetentionSeconds: number('queueRetentionDays') * 86_400,
    parkingRetentionSeconds: number('parkingRetentionDays') * 86_400,
    reservedConcurrency: number('reservedConcurrency') || null,
    redisVersion: engine.version,
    redisFamily: engine.family,
    redisNodes: 1 + number('redisReplicas'),
    redisHasReplicas: number('redisReplicas') > 0,
    subnetIds: String(parameters.subnetIds).split(/ *, */),
  };
};
