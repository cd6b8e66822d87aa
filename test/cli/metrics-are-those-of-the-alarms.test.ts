import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { parse } from 'yaml';
import { dimensionsOf } from '../../lib/telemetry/telemetry.ts';

interface Alarm {
  readonly Properties: {
    readonly Namespace?: string;
    readonly Dimensions: readonly { readonly Name: string }[];
  };
}

test('what counts as a worker without Lambda is seen by the alarms of its stage', async () => {
  const text = await readFile(join(import.meta.dirname, '../../infra/alarms.yml'), 'utf8');
  const alarms = Object.values((parse(text) as { Resources: Record<string, Alarm> }).Resources);
  const ours = alarms.filter(({ Properties }) => Properties?.Namespace === 'Sekali');
  assert.ok(ours.length > 4);

  const metrics = new Metrics({ namespace: 'Sekali', serviceName: 'sekali' });
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions(dimensionsOf('prod'));
  metrics.addMetric('Unknown', MetricUnit.Count, 1);
  const { _aws, service, stage } = metrics.serializeMetrics() as Record<string, unknown> & {
    _aws: { CloudWatchMetrics: { Dimensions: string[][] }[] };
  };
  assert.deepEqual([service, stage], ['sekali', 'prod']);
  const [emitted] = _aws.CloudWatchMetrics;
  for (const { Properties } of ours) {
    assert.deepEqual(emitted?.Dimensions, [Properties.Dimensions.map(({ Name }) => Name)]);
  }
});
