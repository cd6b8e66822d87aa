import { z } from 'zod';
import { DEFAULTS } from './defaults.ts';

/**
 * The text of a number, such as a command line or an environment has, as the number. Nothing but its digits: CloudFormation
 * is given the text, and ` `, `1e2`, `0x20` and `true` would be one number here and another one, or none, there.
 */
const numberOf = (value: unknown) =>
  typeof value === 'string' && /^-?(0|[1-9]\d*)$/.test(value) ? Number(value) : value;

const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    numberOf,
    z
      .number({ error: 'must be a whole number' })
      .int('must be a whole number')
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${max}`),
  );

const whole = (min: number, max: number, fallback: number) => wholeNumber(min, max).default(fallback);

const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  fallback: Values[number],
) => z.enum(values, { error: `must be ${values.join(' or ')}` }).default(() => fallback as never);

const address = z.url();

/** What CloudWatch takes. */
const LOG_RETENTIONS_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653];

/** Whole, with the six characters that AWS puts after the name: without them no role may read it. */
const secretArn = z
  .string()
  .regex(
    /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/,
    'must be the whole ARN of a secret, such as arn:aws:secretsmanager:eu-west-1:123456789012:secret:name-AbCdEf',
  );

/** What the functions are told, by environment variables. */
export const RUN_TIME = z.object({
  redisUrl: z
    .url({ protocol: /^rediss?$/, message: 'must be a redis:// or rediss:// address' })
    .describe('Never for a deployment; doctor, sekali and a worker without Lambda may be given it'),
  pepper: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Never for a deployment, which has a secret; makes keys unguessable'),
  ledgerEpoch: whole(1, 1_000_000, 1).describe(
    'Says which Redis is the ledger; raised when another one takes over',
  ),
  waitReplicas: whole(0, 5, 1).describe('Replicas that must confirm an arming and an outcome'),
  ledgerRetentionDays: whole(3, 3_650, DEFAULTS.ledgerRetentionDays).describe(
    'How long a record is kept; longer than both queues together keep a message',
  ),
  queueUrl: address.describe('For a worker without Lambda: the queue of submissions. A stack uses its own'),
  parkingUrl: address.describe('Likewise: the queue of what needs a person'),

  leaseTtlMs: whole(1_000, 60_000, DEFAULTS.leaseTtlMs).describe(
    'How long a crashed worker keeps a submission from others',
  ),
  heartbeatMs: whole(100, 30_000, DEFAULTS.heartbeatMs).describe('How often the lease is renewed'),
  abortMarginMs: whole(100, 10_000, DEFAULTS.abortMarginMs).describe(
    'A run stops this long before its lease ends',
  ),
  navigationTimeoutMs: whole(1_000, 300_000, DEFAULTS.navigationTimeoutMs).describe(
    'For a page to load; a form may say otherwise',
  ),
  actionTimeoutMs: whole(500, 60_000, DEFAULTS.actionTimeoutMs).describe(
    'For one step on a page; a form may say otherwise',
  ),
  proofTimeoutMs: whole(500, 300_000, DEFAULTS.proofTimeoutMs).describe(
    'For the target to say what became of it; a form may say otherwise',
  ),
  reserveMs: whole(1_000, 30_000, DEFAULTS.reserveMs).describe(
    'Kept free at the end of an invocation, to settle and to answer the queue',
  ),
  flightGraceMs: whole(0, 3_600_000, DEFAULTS.flightGraceMs).describe(
    'A dead sender’s request may still arrive within this time',
  ),
  maxAttempts: whole(1, 50, DEFAULTS.maxAttempts).describe('Runs of one submission before it is parked'),
  backoffBaseMs: whole(100, 900_000, DEFAULTS.backoffBaseMs).describe(
    'Before the first retry; doubles from then on',
  ),
  brake: whole(1, 1_000, DEFAULTS.brake).describe('Unknown outcomes in a row that pause a form'),
  maxReceiveCount: whole(10, 1_000, DEFAULTS.maxReceiveCount).describe(
    'Receives after which the queue itself parks a message',
  ),

  workerTimeoutSeconds: whole(1, 900, 120).describe('The longest that an invocation may take'),
  batchingWindowSeconds: whole(0, 300, 0).describe('How long Lambda gathers messages for a batch'),
  /** Siblings share one deadline and one CPU or two; more than four side by side were not faster. */
  batchSize: whole(1, 4, 1).describe('Submissions side by side in one invocation; for 4, give 3,500 MB'),
  maxConcurrency: whole(2, 1_000, 10).describe('Workers at once'),
  evidenceBucket: z.string().optional().describe('Likewise: the bucket for pictures and pages of outcomes'),

  eventBus: z
    .string()
    .optional()
    .describe('For a worker without Lambda: the EventBridge bus for events. A stack uses its own'),

  apiTokens: z
    .string()
    .optional()
    .describe('Local stage only: who may use the HTTP API; `npm run dev` makes some'),
  sqsEndpoint: address.optional().describe('Local stage only: the SQS emulator'),
  demoTarget: address.optional().describe('Local stage only: the demo target, let past the address check'),
  evidenceFolder: z.string().optional().describe('Local stage only: pictures and pages on disk'),
  eventsFile: z.string().optional().describe('Local stage only: events of outcomes, as JSON Lines'),
});

/** What only the stack is made from. */
export const DEPLOYMENT = z.object({
  network: oneOf(['create', 'existing', 'none'], 'create').describe(
    '`create` a VPC, use an `existing` one, or `none` (then Redis comes from a secret); chosen once',
  ),
  vpcId: z
    .string()
    .regex(/^vpc-([0-9a-f]{8}|[0-9a-f]{17})$/, 'must look like vpc-0123456789abcdef0')
    .optional()
    .describe('With network `existing`: the VPC'),
  subnetIds: z
    .string()
    .regex(
      /^subnet-[0-9a-f]{8,17}( *, *subnet-[0-9a-f]{8,17})+$/,
      'must be two or more subnets, separated by commas',
    )
    .optional()
    .describe('With network `existing`: private subnets in two or more zones, separated by commas'),
  natGateways: whole(1, 2, 1).describe('With network `create`: 2 keep forms reachable when a zone fails'),
  redis: oneOf(['create', 'secret', 'url'], 'create').describe(
    '`create` a Redis in the network, or take the address from a `secret`; `url` is for the local stage',
  ),
  redisUrlSecret: secretArn
    .optional()
    .describe('With redis `secret`: ARN of the secret that holds rediss://:TOKEN@host:6379'),
  redisEngine: oneOf(['valkey', 'redis'], 'valkey').describe(
    'With redis `create`: the engine; valkey never becomes redis again',
  ),
  redisNodeType: z
    .string()
    .regex(/^cache\.[a-z0-9-]+\.[a-z0-9]+$/, 'must look like cache.t4g.small')
    .default('cache.t4g.small')
    .describe('With redis `create`: the size of a node'),
  redisReplicas: whole(0, 5, 1).describe(
    'With redis `create`: replicas beside the primary; from 0 or to 0 only with a new stack',
  ),
  visibilityTimeoutSeconds: wholeNumber(1, 43_200)
    .optional()
    .describe('By default 6 x workerTimeoutSeconds + batchingWindowSeconds, at most 43,200'),
  queueRetentionDays: whole(1, 14, 14).describe('How long the queue of submissions keeps a message'),
  parkingRetentionDays: whole(1, 14, 14).describe('How long the parking queue keeps one'),
  reservedConcurrency: wholeNumber(2, 10_000)
    .optional()
    .describe('Concurrency set aside for the worker; by default none is'),
  workerMemoryMb: whole(1_024, 10_240, 2_048).describe('Memory of the worker; 1,769 MB are one CPU'),
  workerTmpMb: whole(512, 10_240, 1_024).describe('The worker’s /tmp, for Chromium and its caches'),
  pepperSecret: secretArn.describe('ARN of the secret that makes keys unguessable; never changed in place'),
  apiTokensSecret: secretArn.describe('ARN of the secret with the list of who may use the HTTP API'),
  alarmEmail: z
    .email('must be an e-mail address')
    .optional()
    .describe('Who is told of alarms; confirm the mail that comes'),
  logRetentionDays: z
    .preprocess(
      numberOf,
      z
        .number()
        .refine(
          (days) => LOG_RETENTIONS_DAYS.includes(days),
          `must be one of ${LOG_RETENTIONS_DAYS.join(', ')}`,
        ),
    )
    .default(30)
    .describe('How long logs are kept'),
  logLevel: oneOf(['DEBUG', 'INFO', 'WARN', 'ERROR'], 'INFO').describe('DEBUG, INFO, WARN or ERROR'),
  evidenceRetentionDays: whole(1, 3_650, 30).describe('How long pictures and pages are kept'),
});

export const LOCAL_ONLY = ['apiTokens', 'sqsEndpoint', 'demoTarget', 'evidenceFolder', 'eventsFile'] as const;

/** Never shown: the address of Redis holds its token, and a secret itself is easily given in place of its ARN. */
export const SECRETS: ReadonlySet<string> = new Set([
  'redisUrl',
  'pepper',
  'apiTokens',
  'redisUrlSecret',
  'pepperSecret',
  'apiTokensSecret',
]);
