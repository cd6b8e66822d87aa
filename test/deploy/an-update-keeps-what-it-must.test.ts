import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notKept } from './replacement.ts';
import type { Template } from './template.ts';

const CREATE_ONLY = {
  'AWS::SQS::Queue': ['/properties/QueueName'],
  'AWS::ElastiCache::ReplicationGroup': ['/properties/Port'],
};

const template = (queue: object, Type = 'AWS::SQS::Queue'): Template => ({
  Resources: { Queue: { Type, Properties: { ...queue } } },
});

test('a property that is changed in place keeps the resource', () => {
  const before = template({ QueueName: 'submissions', VisibilityTimeout: 720 });
  const after = template({ QueueName: 'submissions', VisibilityTimeout: 1_080 });
  assert.deepEqual(notKept(before, after, CREATE_ONLY), []);
});

test('a property that cannot be changed replaces it', () => {
  const found = notKept(template({ QueueName: 'one' }), template({ QueueName: 'two' }), CREATE_ONLY);
  assert.deepEqual(found, ['Queue is replaced, for its QueueName']);
});

test('so does one that is new', () => {
  assert.equal(notKept(template({}), template({ QueueName: 'two' }), CREATE_ONLY).length, 1);
});

test('a resource that is gone, or is another thing now, is not kept', () => {
  assert.deepEqual(notKept(template({}), { Resources: {} }, CREATE_ONLY), ['Queue is gone']);
  assert.deepEqual(notKept(template({}), template({}, 'AWS::SNS::Topic'), CREATE_ONLY), [
    'Queue is of another type',
  ]);
});

test('a secret that is made by another rule is another secret', () => {
  const secret = (PasswordLength: number) =>
    template({ GenerateSecretString: { PasswordLength } }, 'AWS::SecretsManager::Secret');
  assert.deepEqual(notKept(secret(64), secret(64), CREATE_ONLY), []);
  assert.equal(notKept(secret(64), secret(32), CREATE_ONLY).length, 1);
});
