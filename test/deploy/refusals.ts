/** Stage parameters that must be refused before anything is asked of AWS. */
export interface Refusal {
  readonly what: string;
  readonly args: readonly string[];
  /** What the message must name, so that one sees what to change. */
  readonly names: readonly RegExp[];
}

const prod = (...params: readonly string[]) => [
  '--stage',
  'prod',
  ...params.flatMap((one) => ['--param', one]),
];
const SECRET = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:redis-AbCdEf';

export const REFUSALS: readonly Refusal[] = [
  {
    what: 'visibility 30 with timeout 120',
    args: prod('visibilityTimeoutSeconds=30', 'workerTimeoutSeconds=120'),
    names: [/visibilityTimeoutSeconds 30/, /workerTimeoutSeconds 120/],
  },
  { what: 'concurrency 1', args: prod('maxConcurrency=1'), names: [/max(imum)?Concurrency/, /\b2\b/] },
  { what: 'batch 0', args: prod('batchSize=0'), names: [/batchSize/, /\b1\b/] },
  {
    what: 'more workers than reserved',
    args: prod('maxConcurrency=20', 'reservedConcurrency=5'),
    names: [/maxConcurrency 20/, /reservedConcurrency 5/],
  },
  {
    what: 'a ledger that forgets before the queues do',
    args: prod('ledgerRetentionDays=20'),
    names: [/ledgerRetentionDays 20/, /queueRetentionDays 14/, /parkingRetentionDays 14/],
  },
  { what: 'no Redis: no secret for it', args: prod('redis=secret'), names: [/no Redis/, /redisUrlSecret/] },
  { what: 'no Redis: no network for it', args: prod('network=none'), names: [/no Redis/, /network/] },
  {
    what: 'an unknown key',
    args: prod('workerTimeout=120'),
    names: [/workerTimeout/, /not a stage parameter/],
  },
  { what: 'an unknown stage', args: ['--stage', 'production'], names: [/no stage "production"/, /\bprod\b/] },
  { what: 'the local stage', args: ['--stage', 'local'], names: [/local/] },
  {
    what: 'a leftover of the local stage',
    args: prod('sqsEndpoint=http://127.0.0.1:9324'),
    names: [/sqsEndpoint/, /local/],
  },
  {
    what: 'the address of Redis in plain text',
    args: prod('redisUrl=rediss://:token@redis.example:6379'),
    names: [/redisUrl/, /secret/],
  },
  {
    what: 'two Redis',
    args: prod(`redisUrlSecret=${SECRET}`),
    names: [/redisUrlSecret/, /create/],
  },
];
