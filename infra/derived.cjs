/**
 * The stage parameters, and what follows from them: serverless.yml reads both from here. Wrong parameters are passed on as
 * they are; `infra/plugins/check.ts` then says what is wrong with them.
 */
const { REDIS_ENGINES, parkedTooLongSeconds, visibilitySeconds } = require('../lib/config/derived.ts');
const { PARAMETER_NAMES } = require('../lib/config/deployment.ts');

/** As many as there can be. A node that is not there has no figures, and none is no figure of its own. */
const REDIS_NODES = [1, 2, 3, 4, 5, 6];

/** What an alarm looks at: the largest figure of any node, since after a failover the primary is another one. */
const worstOfRedisNodes = (metric, statistic) => [
  { Id: 'worst', Label: metric, Expression: 'MAX(METRICS())', ReturnData: true },
  ...REDIS_NODES.map((node) => ({
    Id: `node${node}`,
    ReturnData: false,
    MetricStat: {
      Metric: {
        Namespace: 'AWS/ElastiCache',
        MetricName: metric,
        Dimensions: [{ Name: 'CacheClusterId', Value: { 'Fn::Sub': `\${Redis}-00${node}` } }],
      },
      Stat: statistic,
      Period: 300,
    },
  })),
];

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
    parkedTooLongSeconds: parkedTooLongSeconds(number('parkingRetentionDays')),
    reservedConcurrency: number('reservedConcurrency') || null,
    redisVersion: engine.version,
    redisFamily: engine.family,
    redisNodes: 1 + number('redisReplicas'),
    redisHasReplicas: number('redisReplicas') > 0,
    redisEvictions: worstOfRedisNodes('Evictions', 'Sum'),
    redisMemory: worstOfRedisNodes('DatabaseMemoryUsagePercentage', 'Maximum'),
    subnetIds: String(parameters.subnetIds).split(/ *, */),
  };
};
