import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyFindings } from './policy.ts';
import type { Resource, Template } from './template.ts';

const template = (Resources: Record<string, Resource>): Template => ({ Resources });

const role = (...statements: readonly object[]): Resource => ({
  Type: 'AWS::IAM::Role',
  Properties: { Policies: [{ PolicyDocument: { Statement: statements } }] },
});

const allow = (Action: unknown, Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const QUEUE = { 'Fn::GetAtt': ['Queue', 'Arn'] };

test('a wildcard action is found, alone and in a list', () => {
  for (const action of ['sqs:*', '*', ['sqs:SendMessage', 'sqs:Get*']]) {
    assert.equal(policyFindings(template({ R: role(allow(action, QUEUE)) }), []).length, 1, String(action));
  }
});

test('a wildcard resource is found, as a text, in a list, and in an ARN that names no one thing', () => {
  for (const target of ['*', [QUEUE, '*'], { 'Fn::Sub': 'arn:aws:sqs:eu-west-1:123456789012:*' }]) {
    const found = policyFindings(template({ R: role(allow('sqs:SendMessage', target)) }), []);
    assert.equal(found.length, 1, JSON.stringify(target));
  }
});

test('one thing, and what lies within one thing, is no wildcard', () => {
  const within = { 'Fn::Sub': '$' + '{Bucket.Arn}/*' };
  assert.deepEqual(
    policyFindings(template({ R: role(allow('sqs:SendMessage', QUEUE), allow('s3:PutObject', within)) }), []),
    [],
  );
});

test('to deny everything is no grant', () => {
  assert.deepEqual(
    policyFindings(
      template({ R: role({ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' }) }),
      [],
    ),
    [],
  );
});

test('an exception excuses its own action at its own resource, and no other', () => {
  const excuse = [{ resource: 'R', action: 'ec2:DescribeSubnets', reason: 'it knows no resources' }];
  const granted = allow(['ec2:DescribeSubnets', 'ec2:DeleteNetworkInterface'], '*');
  assert.deepEqual(policyFindings(template({ R: role(granted) }), excuse), [
    'R: ec2:DeleteNetworkInterface on resource "*"',
  ]);
  assert.equal(policyFindings(template({ Other: role(granted) }), excuse).length, 2);
});

test('what grants all but something, or to everybody, is found', () => {
  const statements = [
    { Effect: 'Allow', NotAction: 'iam:*', Resource: QUEUE },
    { Effect: 'Allow', Action: 'sqs:SendMessage', NotResource: QUEUE },
    { Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: QUEUE },
    { Effect: 'Allow', Principal: { AWS: '*' }, Action: 'sqs:SendMessage', Resource: QUEUE },
  ];
  assert.equal(policyFindings(template({ R: role(...statements) }), []).length, statements.length);
});

test('two functions do not share a role', () => {
  const of = (name: string): Resource => ({
    Type: 'AWS::Lambda::Function',
    Properties: { Role: { 'Fn::GetAtt': [name, 'Arn'] } },
  });
  assert.deepEqual(policyFindings(template({ A: of('RoleA'), B: of('RoleB') }), []), []);
  assert.equal(policyFindings(template({ A: of('RoleA'), B: of('RoleA') }), []).length, 1);
});

test('a bucket that may be made public is found', () => {
  const bucket = (PublicAccessBlockConfiguration?: object): Template =>
    template({ B: { Type: 'AWS::S3::Bucket', Properties: { PublicAccessBlockConfiguration } } });
  const blocked = {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  };
  assert.deepEqual(policyFindings(bucket(blocked), []), []);
  assert.equal(policyFindings(bucket(), []).length, 1);
  assert.equal(policyFindings(bucket({ ...blocked, BlockPublicPolicy: false }), []).length, 1);
});

test('a security group that lets the world in is found, within itself and beside it', () => {
  const group = (rule: object): Template =>
    template({ G: { Type: 'AWS::EC2::SecurityGroup', Properties: { SecurityGroupIngress: [rule] } } });
  assert.deepEqual(policyFindings(group({ SourceSecurityGroupId: { Ref: 'F' } }), []), []);
  assert.equal(policyFindings(group({ CidrIp: '0.0.0.0/0' }), []).length, 1);
  assert.equal(policyFindings(group({ CidrIpv6: '::/0' }), []).length, 1);
  const beside = template({
    I: { Type: 'AWS::EC2::SecurityGroupIngress', Properties: { CidrIp: '0.0.0.0/0' } },
  });
  assert.equal(policyFindings(beside, []).length, 1);
});
