import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mappingsOf } from '../../local/event-source/mapping.ts';
import { queuesOf, resolve } from '../../local/event-source/queues.ts';

const resources = {
  Source: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      QueueName: 'source',
      VisibilityTimeout: 720,
      SqsManagedSseEnabled: true,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Parking', 'Arn'] }, maxReceiveCount: '100' },
    },
  },
  Bucket: { Type: 'AWS::S3::Bucket' },
  Parking: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'parking', MaximumMessageSize: 262144 } },
};
const [parking, source] = queuesOf(resources, 'eu-west-1');

test('queues come with their attributes, the parking queue first', () => {
  assert.deepEqual(parking, {
    logicalId: 'Parking',
    name: 'parking',
    arn: 'arn:aws:sqs:eu-west-1:000000000000:parking',
    attributes: { MaximumMessageSize: '262144' },
  });
  assert.equal(source?.name, 'source');
  assert.deepEqual(
    { ...source?.attributes, RedrivePolicy: JSON.parse(source?.attributes.RedrivePolicy ?? '') },
    {
      VisibilityTimeout: '720',
      RedrivePolicy: { deadLetterTargetArn: parking?.arn, maxReceiveCount: '100' },
    },
  );
});

test('a queue without a plain name is named', () => {
  assert.throws(() => queuesOf({ Odd: { Type: 'AWS::SQS::Queue' } }, 'eu-west-1'), /queue Odd needs/);
});

test('references to queues are replaced, all others are left alone', () => {
  const environment = {
    url: { Ref: 'Parking' },
    list: [{ 'Fn::GetAtt': 'Parking.Arn' }],
    other: { Ref: 'Table' },
  };
  const resolved = resolve(environment, ({ logicalId, attribute }) =>
    logicalId === 'Parking' ? `${attribute ?? 'url'} of ${logicalId}` : undefined,
  );
  assert.deepEqual(resolved, { url: 'url of Parking', list: ['Arn of Parking'], other: { Ref: 'Table' } });
});

const queues = [parking, source].filter((queue) => queue !== undefined);
const mappingOf = (sqs: unknown) =>
  mappingsOf({ worker: { events: [{ httpApi: '*' }, { sqs }] } }, queues)[0];

test('an sqs event becomes a mapping with its limits', () => {
  const arn = { 'Fn::GetAtt': ['Source', 'Arn'] };
  const event = {
    arn,
    batchSize: '4',
    maximumConcurrency: '3',
    functionResponseType: 'ReportBatchItemFailures',
  };
  assert.deepEqual(mappingOf(event), {
    functionKey: 'worker',
    queue: source,
    batchSize: 4,
    maximumConcurrency: 3,
    reportsItemFailures: true,
  });
  assert.equal(mappingOf(source?.arn)?.reportsItemFailures, false);
});

test('an event source that cannot be understood is named', () => {
  const arn = { 'Fn::GetAtt': ['Source', 'Arn'] };
  assert.throws(
    () => mappingOf({ arn: { Ref: 'Nowhere' } }),
    /worker reads a queue that is not in resources/,
  );
  assert.throws(() => mappingOf({ arn, batchSize: 11 }), /batchSize of the function worker is 11/);
  assert.throws(() => mappingOf({ arn, maximumConcurrency: 'many' }), /maximumConcurrency/);
});
