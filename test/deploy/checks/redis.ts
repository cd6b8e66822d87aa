import assert from 'node:assert/strict';
import type { Check } from '../findings.ts';
import type { Stack } from '../stack.ts';
import { at, listOf } from '../template.ts';

/** ElastiCache takes a token of so many characters. */
const TOKEN_LENGTHS = { least: 16, most: 128 };

/** Of the Redis that the stack makes for itself: what ElastiCache says, and what only the template can tell. */
export function redis(stack: Stack, check: Check): void {
  const replicas = stack.number('redisReplicas');
  const packaged = (...path: string[]) => at(stack.template.Resources, 'Redis', 'Properties', ...path);

  check('Redis is of the size and engine that the parameters say, cluster mode off', () => {
    assert.deepEqual(
      [
        stack.says('Redis', 'CacheNodeType'),
        stack.says('Redis', 'Engine'),
        stack.says('Redis', 'ClusterEnabled'),
      ],
      [stack.text('redisNodeType'), stack.text('redisEngine'), false],
    );
  });
  check('Redis has its replicas, and with any of them survives a zone', () => {
    assert.equal(listOf(stack.says('Redis', 'MemberClusters')).length, replicas + 1);
    const wanted = replicas > 0 ? 'enabled' : 'disabled';
    assert.deepEqual(
      [stack.says('Redis', 'AutomaticFailover'), stack.says('Redis', 'MultiAZ')],
      [wanted, wanted],
    );
  });
  check('as many replicas confirm as can be missed', () => {
    assert.ok(stack.number('waitReplicas') <= replicas);
  });
  check('Redis is encrypted, on the wire and at rest, and asks for a token', () => {
    assert.deepEqual(
      [
        stack.says('Redis', 'TransitEncryptionEnabled'),
        stack.says('Redis', 'TransitEncryptionMode'),
        stack.says('Redis', 'AtRestEncryptionEnabled'),
        stack.says('Redis', 'AuthTokenEnabled'),
      ],
      [true, 'required', true, true],
    );
  });
  check('functions are sent to it by TLS', () => {
    assert.match(
      String(stack.says('WorkerLambdaFunction', 'Environment', 'Variables', 'SEKALI_REDIS_URL')),
      /^rediss:\/\/[^@/]+:6379$/,
    );
  });
  check('the token is one that ElastiCache takes', () => {
    const length = Number(stack.says('RedisToken', 'Length'));
    assert.ok(length >= TOKEN_LENGTHS.least && length <= TOKEN_LENGTHS.most, `${length} characters`);
    assert.equal(stack.says('RedisToken', 'LettersAndDigits'), true);
  });
  check('in the template: the token comes from its secret', () => {
    const name = '$' + '{RedisToken}';
    assert.deepEqual(packaged('AuthToken'), { 'Fn::Sub': `{{resolve:secretsmanager:${name}}}` });
  });
  check('in the template: Redis evicts nothing', () => {
    assert.deepEqual(packaged('CacheParameterGroupName'), { Ref: 'RedisParameters' });
    const group = at(stack.template.Resources, 'RedisParameters', 'Properties');
    assert.equal(at(group, 'Properties', 'maxmemory-policy'), 'noeviction');
    assert.match(
      String(at(group, 'CacheParameterGroupFamily')),
      new RegExp(`^${stack.text('redisEngine')}\\d`),
    );
  });
  check('in the template: nodes, TLS and daily copies', () => {
    assert.equal(packaged('NumCacheClusters'), replicas + 1);
    assert.equal(packaged('TransitEncryptionEnabled'), true);
    assert.ok(Number(packaged('SnapshotRetentionLimit')) > 0);
  });
}
