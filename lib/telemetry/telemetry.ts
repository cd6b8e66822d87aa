import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Telemetry } from '../submission/ports.ts';

export const logger = new Logger({ serviceName: 'sekali' });
/** By exactly these the alarms and the dashboard of a stage look (infra/alarms.yml). */
export function dimensionsOf(stage: string) {
  return { service: 'sekali', stage };
}

/** EMF: the metrics are log lines, so that counting costs no call. Several stages may share an account. */
export const metrics = new Metrics({
  namespace: 'Sekali',
  serviceName: 'sekali',
  defaultDimensions: dimensionsOf(process.env.SEKALI_STAGE ?? 'none'),
});

export const telemetry: Telemetry = {
  info: (message, fields) => logger.info(message, fields),
  warn: (message, fields) => logger.warn(message, fields),
  count: (metric, value = 1) => metrics.addMetric(metric, MetricUnit.Count, value),
};
