import assert from 'node:assert/strict';
import type { Check } from '../findings.ts';
import type { Stack } from '../stack.ts';
import { at, listOf } from '../template.ts';

const ALARM = 'AWS::CloudWatch::Alarm';
const DAY_SECONDS = 86_400;

export function alarms(stack: Stack, check: Check): void {
  const names = stack.ofType(ALARM);
  const queueName = (queue: string) => String(stack.says(queue, 'QueueArn')).split(':').at(-1);
  const of = (metric: string, dimension?: string) => {
    const found = names.filter(
      (name) =>
        stack.says(name, 'MetricName') === metric &&
        (dimension === undefined || stack.says(name, 'Dimensions', 0, 'Value') === dimension),
    );
    assert.ok(found.length > 0, `no alarm on ${metric}${dimension === undefined ? '' : ` of ${dimension}`}`);
    return found[0] ?? '';
  };

  check('somebody is told of what needs a person', () => {
    for (const metric of ['Unknown', 'LeaseLost', 'WrongLedger', 'EventsFailed']) of(metric);
    of('ApproximateNumberOfMessagesVisible', queueName('ParkingQueue'));
  });
  check('of what waits too long in either queue; in the parking queue before it is lost', () => {
    of('ApproximateAgeOfOldestMessage', queueName('SubmissionQueue'));
    const parked = of('ApproximateAgeOfOldestMessage', queueName('ParkingQueue'));
    const limitDays = Number(stack.says(parked, 'Threshold')) / DAY_SECONDS;
    assert.ok(limitDays < stack.number('parkingRetentionDays'), `after ${limitDays} days`);
  });
  check('of errors and throttles', () => {
    of('Errors', stack.id('WorkerLambdaFunction'));
    of('Errors', stack.id('SweepLambdaFunction'));
    of('Throttles', stack.id('WorkerLambdaFunction'));
  });
  check('of an HTTP API that fails', () => {
    const alarm = of('5xx', stack.id('HttpApi'));
    assert.equal(stack.says(alarm, 'Namespace'), 'AWS/ApiGateway');
    assert.equal(stack.says(alarm, 'Dimensions', 0, 'Name'), 'ApiId');
  });
  check('of a Redis that evicts or fills up, whichever of its nodes', () => {
    if (!stack.has('Redis')) return;
    const nodes = listOf(stack.says('Redis', 'MemberClusters'));
    assert.ok(nodes.length > 0);
    for (const metric of ['Evictions', 'DatabaseMemoryUsagePercentage']) {
      const looked = names.flatMap((name) =>
        listOf(stack.says(name, 'Metrics')).filter(
          (one) => at(one, 'MetricStat', 'Metric', 'MetricName') === metric,
        ),
      );
      const seen = looked.map((one) => at(one, 'MetricStat', 'Metric', 'Dimensions', 0, 'Value'));
      for (const node of nodes)
        assert.ok(seen.includes(node), `${metric} of ${node}: ${JSON.stringify(seen)}`);
    }
  });
  check('every alarm goes to the topic, and says what to do', () => {
    for (const name of names) {
      assert.deepEqual(stack.says(name, 'AlarmActions'), [stack.id('Alarms')], name);
      assert.match(String(stack.says(name, 'AlarmDescription')), /docs\/deploy\.md/, name);
    }
  });
  check('every alarm looks at a thing that is there', () => {
    const known = {
      QueueName: [queueName('SubmissionQueue'), queueName('ParkingQueue')],
      ApiId: [stack.id('HttpApi')],
      FunctionName: stack.ofType('AWS::Lambda::Function').map((name) => stack.id(name)),
      service: ['sekali'],
      stage: [stack.stage],
    } as const;
    for (const name of names) {
      for (const dimension of listOf(stack.says(name, 'Dimensions'))) {
        const values: readonly unknown[] = known[at(dimension, 'Name') as keyof typeof known] ?? [];
        assert.ok(values.includes(at(dimension, 'Value')), `${name}: ${JSON.stringify(dimension)}`);
      }
    }
  });
  check('the address of the parameter is subscribed, and no other', () => {
    const email = stack.text('alarmEmail');
    const subscribed = stack
      .ofType('AWS::SNS::Subscription')
      .map((name) => [
        stack.says(name, 'TopicArn'),
        stack.says(name, 'Protocol'),
        stack.says(name, 'Endpoint'),
      ]);
    assert.deepEqual(subscribed, email === '' ? [] : [[stack.id('Alarms'), 'email', email]]);
  });
  check('the dashboard has something to show, of Redis only where the stack has one', () => {
    const widgets = listOf(stack.says('Dashboard', 'widgets'));
    assert.ok(widgets.length > 0);
    const searched = JSON.stringify(widgets).includes(stack.has('Redis') ? stack.id('Redis') : 'ElastiCache');
    assert.equal(searched, stack.has('Redis'));
  });
}
