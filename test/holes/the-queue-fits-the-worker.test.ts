import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { visibilitySeconds } from '../../lib/config/derived.ts';

const ROOT = join(import.meta.dirname, '../..');

/** As serverless.yml refers to something. */
const variable = (name: string) => `$\{${name}}`;

const yamlOf = async (file: string) => parse(await readFile(join(ROOT, file), 'utf8'));

test('the visibility timeout is six times the worker’s and the batching window, and never over 12 hours', () => {
  for (const workerTimeoutSeconds of [1, 30, 120, 899, 900]) {
    const bare = { workerTimeoutSeconds, batchingWindowSeconds: 0 };
    assert.equal(visibilitySeconds(bare), 6 * workerTimeoutSeconds);
    assert.equal(visibilitySeconds({ ...bare, batchingWindowSeconds: 300 }), 6 * workerTimeoutSeconds + 300);
  }
  assert.equal(visibilitySeconds({ workerTimeoutSeconds: 9_000, batchingWindowSeconds: 0 }), 43_200);
});

test('queue and function take it from there and from nowhere else', async () => {
  const { Resources } = await yamlOf('infra/queues.yml');
  const { functions, resources } = await yamlOf('serverless.yml');
  assert.ok(resources.includes(variable('file(infra/queues.yml)')));
  assert.equal(
    Resources.SubmissionQueue.Properties.VisibilityTimeout,
    variable('file(infra/derived.cjs):visibilitySeconds'),
  );
  assert.equal(functions.worker.timeout, variable('param:workerTimeoutSeconds'));
  assert.deepEqual(functions.worker.events, [
    {
      sqs: {
        arn: { 'Fn::GetAtt': ['SubmissionQueue', 'Arn'] },
        batchSize: variable('param:batchSize'),
        maximumBatchingWindow: variable('param:batchingWindowSeconds'),
        maximumConcurrency: variable('param:maxConcurrency'),
        functionResponseType: 'ReportBatchItemFailures',
      },
    },
  ]);
});

test('the worker may send to the parking queue only, never to its own: Lambda stops such loops', async () => {
  const { Resources } = await yamlOf('infra/roles.yml');
  interface Role {
    readonly Properties: {
      Policies: { PolicyDocument: { Statement: { Action: string; Resource: unknown }[] } }[];
    };
  }
  // What hands in, or sends parked messages again, is asked by people and works on no message.
  const { OperatorRole: _, ApiRole: __, ...roles } = Resources as Readonly<Record<string, Role>>;
  const sends = Object.values(roles)
    .flatMap(({ Properties }) =>
      Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    )
    .filter(({ Action }) => [Action].flat().some((one) => /sqs:(Send|\*)|^\*/.test(one)));
  assert.deepEqual(
    sends.map(({ Resource }) => Resource),
    [{ 'Fn::GetAtt': ['ParkingQueue', 'Arn'] }],
  );
});
