/** Ways to deploy prod. Each is packaged and judged, and the two that need nothing of somebody else's are deployed. */
const SECRET = 'redisUrlSecret=arn:aws:secretsmanager:eu-west-1:123456789012:secret:redis-AbCdEf';
const EXISTING = [
  'network=existing',
  'vpcId=vpc-0123456789abcdef0',
  'subnetIds=subnet-0123456789abcdef0,subnet-0123456789abcdef1',
];

export const WITH_ALL = 'network and Redis created';
export const OUTSIDE = 'Redis by a secret, no network';

export const VARIANTS = {
  [WITH_ALL]: ['alarmEmail=operations@example.com'],
  [OUTSIDE]: ['network=none', 'redis=secret', SECRET],
  'existing network, Redis created': EXISTING,
  'existing network, Redis by a secret': [...EXISTING, 'redis=secret', SECRET],
} as const satisfies Readonly<Record<string, readonly string[]>>;
