import assert from 'node:assert/strict';
import type { Check } from '../findings.ts';
import type { Stack } from '../stack.ts';
import { at, listOf } from '../template.ts';

export function roles(stack: Stack, check: Check): void {
  const functions = stack.ofType('AWS::Lambda::Function');
  const roleOf = new Map(
    functions.map((name) => {
      const arn = String(stack.says(name, 'Role'));
      return [name, stack.ofType('AWS::IAM::Role').find((role) => arn.endsWith(`role/${stack.id(role)}`))];
    }),
  );
  const statementsOf = (name: string) => {
    const role = roleOf.get(name);
    assert.ok(role, `${name} has no role of this stack`);
    const policies = (stack.says(role, 'Policies') ?? {}) as Readonly<Record<string, unknown>>;
    return Object.values(policies).flatMap((policy) => listOf(at(policy, 'Statement')));
  };
  /** What a function may do it to: ARNs. */
  const resourcesFor = (name: string, action: string) =>
    statementsOf(name)
      .filter((one) => listOf(at(one, 'Action')).includes(action))
      .flatMap((one) => listOf(at(one, 'Resource')));

  check('every function has a role of its own, which only Lambda may take', () => {
    assert.equal(new Set(roleOf.values()).size, functions.length);
    for (const role of roleOf.values()) {
      assert.ok(role);
      assert.equal(
        at(stack.says(role, 'AssumeRolePolicyDocument'), 'Statement', 0, 'Principal', 'Service'),
        'lambda.amazonaws.com',
      );
    }
  });
  check('a function writes to its own log only', () => {
    for (const name of functions) {
      assert.deepEqual(
        resourcesFor(name, 'logs:PutLogEvents'),
        [stack.says(name.replace(/LambdaFunction$/, 'LogGroup'), 'arn')],
        name,
      );
    }
  });
  check('the worker may do what the event source mapping does in its name', () => {
    const queue = [stack.says('SubmissionQueue', 'QueueArn')];
    for (const action of [
      'ReceiveMessage',
      'DeleteMessage',
      'GetQueueAttributes',
      'ChangeMessageVisibility',
    ]) {
      assert.deepEqual(resourcesFor('WorkerLambdaFunction', `sqs:${action}`), queue, action);
    }
  });
  check('the worker sends to the parking queue, and never to its own source', () => {
    assert.deepEqual(resourcesFor('WorkerLambdaFunction', 'sqs:SendMessage'), [
      stack.says('ParkingQueue', 'QueueArn'),
    ]);
  });
  check('the worker writes pictures into the evidence bucket and reads none', () => {
    assert.deepEqual(resourcesFor('WorkerLambdaFunction', 's3:PutObject'), [
      `arn:aws:s3:::${stack.id('EvidenceBucket')}/*`,
    ]);
    assert.deepEqual(resourcesFor('WorkerLambdaFunction', 's3:GetObject'), []);
  });
  check('a function reads the secrets of this stage and no others', () => {
    const ofStage = stack.has('RedisToken')
      ? [stack.id('RedisToken'), stack.id('Pepper')]
      : [stack.text('redisUrlSecret'), stack.id('Pepper')];
    for (const name of functions) {
      const readable = resourcesFor(name, 'secretsmanager:GetSecretValue');
      const wanted = name === 'ApiLambdaFunction' ? [...ofStage, stack.id('ApiTokens')] : ofStage;
      assert.deepEqual([...readable].sort(), wanted.toSorted(), name);
    }
  });
  check('only the API and the operator hand submissions in and look through the parking queue', () => {
    const source = stack.says('SubmissionQueue', 'QueueArn');
    const parking = stack.says('ParkingQueue', 'QueueArn');
    for (const name of functions) {
      const may = ['ApiLambdaFunction', 'OperatorLambdaFunction'].includes(name);
      assert.equal(resourcesFor(name, 'sqs:SendMessage').includes(source), may, name);
      assert.equal(resourcesFor(name, 'sqs:ReceiveMessage').includes(parking), may, name);
      assert.equal(resourcesFor(name, 'sqs:DeleteMessage').includes(parking), may, name);
    }
  });
  check('only the API and the operator may read pictures, for their links', () => {
    const pictures = `arn:aws:s3:::${stack.id('EvidenceBucket')}/*`;
    for (const name of functions) {
      const may = ['ApiLambdaFunction', 'OperatorLambdaFunction'].includes(name);
      const wanted = may ? [pictures] : [];
      assert.deepEqual(resourcesFor(name, 's3:GetObject'), wanted, name);
    }
  });
  check('what tells outcomes may put events on the bus of the stage, and on no other', () => {
    const tellers = ['Worker', 'Sweep', 'Operator', 'Api'].map((one) => `${one}LambdaFunction`);
    for (const name of functions) {
      const wanted = tellers.includes(name) ? [stack.says('EventBus', 'Arn')] : [];
      assert.deepEqual(resourcesFor(name, 'events:PutEvents'), wanted, name);
    }
  });
  check('Lambda may put functions into the network, where there is one', () => {
    for (const [name, role] of roleOf) {
      const inNetwork = listOf(stack.says(name, 'VpcConfig', 'SubnetIds')).length > 0;
      const wanted = inNetwork ? [stack.id('NetworkInterfacePolicy')] : [];
      assert.deepEqual(stack.says(role ?? '', 'ManagedPolicies'), wanted, name);
    }
  });
}
