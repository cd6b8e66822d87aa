import assert from 'node:assert/strict';
import type { Check } from '../findings.ts';
import type { Stack } from '../stack.ts';
import { at, listOf, ofType } from '../template.ts';

const FUNCTION = 'AWS::Lambda::Function';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const NODE = 'nodejs24.x';
/** Environment variables together, by Lambda's limit. */
const MAX_ENVIRONMENT_BYTES = 4_096;

export function functions(stack: Stack, check: Check): void {
  const variables = (name: string) =>
    (stack.says(name, 'Environment', 'Variables') ?? {}) as Readonly<Record<string, string>>;
  const names = stack.ofType(FUNCTION);

  check('the worker has the time, memory and disk that the parameters say', () => {
    assert.deepEqual(
      {
        timeout: stack.says('WorkerLambdaFunction', 'Timeout'),
        memory: stack.says('WorkerLambdaFunction', 'MemorySize'),
        tmp: stack.says('WorkerLambdaFunction', 'EphemeralStorage', 'Size'),
      },
      {
        timeout: stack.number('workerTimeoutSeconds'),
        memory: stack.number('workerMemoryMb'),
        tmp: stack.number('workerTmpMb'),
      },
    );
  });
  check('the worker keeps to its reserved concurrency, where there is one', () => {
    const reserved = stack.text('reservedConcurrency');
    const wanted = reserved === '' ? null : Number(reserved);
    assert.equal(stack.says('WorkerLambdaFunction', 'ReservedConcurrentExecutions'), wanted);
  });
  check('worker, sweep, doctor and API are there, on Node 24, x86_64', () => {
    for (const name of ['Worker', 'Sweep', 'Doctor', 'Api'].map((one) => `${one}LambdaFunction`)) {
      assert.deepEqual(
        [stack.says(name, 'Runtime'), stack.says(name, 'Architectures')],
        [NODE, ['x86_64']],
        name,
      );
    }
  });
  check('what launches Chromium has the layer with it', () => {
    const layer = stack.id('ChromiumLambdaLayer');
    for (const name of ['WorkerLambdaFunction', 'DoctorLambdaFunction']) {
      assert.equal(stack.says(name, 'Layers', 0, 'Arn'), layer, name);
    }
  });
  check('no secret is in what anybody sees who may look at a function or at the template', () => {
    for (const secret of stack.ofType('AWS::SecretsManager::Secret')) {
      assert.deepEqual(stack.says(secret, 'FoundIn'), [], secret);
    }
    for (const name of names) {
      assert.equal(variables(name).SEKALI_PEPPER ?? '', '', name);
      assert.doesNotMatch(variables(name).SEKALI_REDIS_URL ?? '', /@/, name);
    }
  });
  check('CloudFormation fills no secret into a function', () => {
    for (const [name, { Properties }] of ofType(stack.template, FUNCTION)) {
      assert.doesNotMatch(JSON.stringify(Properties), /\{\{resolve:/, name);
    }
  });
  check('every function is told the names of its secrets', () => {
    for (const name of names.filter((one) => 'SEKALI_STAGE' in variables(one))) {
      assert.equal(variables(name).SEKALI_PEPPER_SECRET, stack.id('Pepper'), name);
      if (stack.has('RedisToken')) {
        assert.equal(variables(name).SEKALI_REDIS_TOKEN_SECRET, stack.id('RedisToken'), name);
      } else {
        assert.equal(variables(name).SEKALI_REDIS_URL_SECRET, stack.text('redisUrlSecret'), name);
      }
    }
  });
  check('every function knows its stage, and nothing of the local one', () => {
    for (const name of names) {
      assert.equal(variables(name).SEKALI_STAGE, stack.stage, name);
      for (const local of [
        'SEKALI_SQS_ENDPOINT',
        'SEKALI_DEMO_TARGET',
        'SEKALI_EVIDENCE_FOLDER',
        'SEKALI_EVENTS_FILE',
        'SEKALI_API_TOKENS',
      ]) {
        assert.equal(variables(name)[local] ?? '', '', `${name} ${local}`);
      }
    }
  });
  check('what tells outcomes knows the bus', () => {
    for (const name of ['Worker', 'Sweep', 'Operator', 'Api'].map((one) => `${one}LambdaFunction`)) {
      assert.equal(variables(name).SEKALI_EVENT_BUS, stack.id('EventBus'), name);
      assert.equal(stack.id('EventBus'), `sekali-${stack.stage}`);
    }
  });
  check('the environment fits into what Lambda takes', () => {
    for (const name of names) {
      const bytes = Object.entries(variables(name)).reduce(
        (sum, [key, value]) => sum + Buffer.byteLength(key + value),
        0,
      );
      assert.ok(bytes < MAX_ENVIRONMENT_BYTES, `${name}: ${bytes} bytes`);
    }
  });
  check('the queue feeds the worker as the parameters say', () => {
    const [mapping, ...others] = stack.ofType(MAPPING);
    assert.ok(mapping !== undefined && others.length === 0);
    assert.deepEqual(
      {
        queue: stack.says(mapping, 'EventSourceArn'),
        worker: stack.says(mapping, 'FunctionArn'),
        batch: stack.says(mapping, 'BatchSize'),
        window: stack.says(mapping, 'MaximumBatchingWindowInSeconds'),
        workers: stack.says(mapping, 'ScalingConfig', 'MaximumConcurrency'),
        answers: stack.says(mapping, 'FunctionResponseTypes'),
        state: stack.says(mapping, 'State'),
      },
      {
        queue: stack.says('SubmissionQueue', 'QueueArn'),
        worker: stack.says('WorkerLambdaFunction', 'FunctionArn'),
        batch: stack.number('batchSize'),
        window: stack.number('batchingWindowSeconds'),
        workers: stack.number('maxConcurrency'),
        answers: ['ReportBatchItemFailures'],
        state: 'Enabled',
      },
    );
  });
  check('the packaged mapping limits the workers, too', () => {
    const [mapping] = ofType(stack.template, MAPPING);
    assert.equal(
      at(mapping, 1, 'Properties', 'ScalingConfig', 'MaximumConcurrency'),
      stack.number('maxConcurrency'),
    );
  });
  check('the sweep runs on a schedule, and may be called by it', () => {
    const [rule] = stack.ofType('AWS::Events::Rule');
    assert.ok(rule !== undefined);
    assert.match(String(stack.says(rule, 'ScheduleExpression')), /^rate\(/);
    assert.equal(stack.says(rule, 'State'), 'ENABLED');
    assert.equal(stack.says(rule, 'Targets', 0, 'Arn'), stack.says('SweepLambdaFunction', 'FunctionArn'));
    const callers = listOf(stack.says('SweepLambdaFunction', 'Policy', 'Statement'));
    assert.ok(callers.some((one) => at(one, 'Principal', 'Service') === 'events.amazonaws.com'));
  });
  check('logs of every function are kept as long as the parameter says', () => {
    for (const name of names) {
      const group = name.replace(/LambdaFunction$/, 'LogGroup');
      assert.equal(stack.id(group), `/aws/lambda/${stack.id(name)}`);
      assert.equal(stack.says(group, 'retentionInDays'), stack.number('logRetentionDays'), group);
    }
  });
}
