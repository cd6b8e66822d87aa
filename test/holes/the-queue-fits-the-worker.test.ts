import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const derived = createRequire(import.meta.url)('../../infra/derived.cjs') as (serverless: {
  resolveVariable: (variable: string) => Promise<unknown>;
}) => Promise<{ visibilitySeconds: number }>;

/** As serverless.yml refers to something. */
const variable = (name: string) => `$\{${name}}`;

const yamlOf = async (file: string) => parse(await readFile(join(ROOT, file), 'utf8'));

test('the visibility timeout is six times the worker’s, for every timeout that Lambda allows', async () => {
  for (const timeout of [1, 30, 120, 899, 900]) {
    const { visibilitySeconds } = await derived({
      resolveVariable: async (variable) => {
        assert.equal(variable, 'param:workerTimeoutSeconds');
        return String(timeout);
      },
    });
    assert.equal(visibilitySeconds, 6 * timeout);
  }
});

test('queue and function take it from there and from nowhere else; there is no batching window to add', async () => {
  const { Resources } = await yamlOf('infra/queues.yml');
  const { functions, resources } = await yamlOf('serverless.yml');
  assert.equal(resources, variable('file(infra/queues.yml)'));
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
        maximumConcurrency: variable('param:maxConcurrency'),
        functionResponseType: 'ReportBatchItemFailures',
      },
    },
  ]);
  // Throttled deliveries would count as receives.
  assert.equal(functions.worker.reservedConcurrency, undefined);
});

test('the worker may send to the parking queue only, never to its own: Lambda stops such loops', async () => {
  const { provider } = await yamlOf('serverless.yml');
  const statements: { Action: string; Resource: unknown }[] = provider.iam.role.statements;
  const sends = statements.filter(({ Action }) =>
    [Action].flat().some((one) => /sqs:(Send|\*)|^\*/.test(one)),
  );
  assert.deepEqual(
    sends.map(({ Resource }) => Resource),
    [{ 'Fn::GetAtt': ['ParkingQueue', 'Arn'] }],
  );
});
