/** What the tests of the doctor share: somebody who looks, and what they are told, as lines of text. */
import { CreateQueueCommand, type QueueAttributeName } from '@aws-sdk/client-sqs';
import { Redis } from 'ioredis';
import { stageEnvironment } from '../../cli/stage-parameters.ts';
import type { Examiner } from '../../lib/doctor/examiner.ts';
import type { Finding } from '../../lib/doctor/finding.ts';
import { limits } from '../../lib/doctor/limits.ts';
import { examineRedis } from '../../lib/doctor/redis.ts';
import type { Form } from '../../lib/form/define.ts';
import { queueUrlOf, sqsClient } from '../../local/queues.ts';
import { startRedis } from '../../local/redis.ts';
import { until } from '../support/until.ts';

export type Params = Readonly<Record<string, string>>;

/** So that what gives no answer costs a test little. */
export const SHORT = {
  limits: { ...limits, probeTimeoutMs: 1_000, reachTimeoutMs: 300, redisTimeoutMs: 300 },
};

/** A person at their machine, who looks at the local stage unless told otherwise. */
export async function examinerOf(
  params: Params = {},
  options: Partial<Examiner> & { readonly stage?: string } = {},
): Promise<Examiner> {
  const { stage = 'local', ...rest } = options;
  const env = await stageEnvironment(stage, params);
  return { env, where: 'here', forms: [], init: false, check: () => {}, ...rest };
}

export const textsOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ verdict, line }) => `${verdict} ${line}`);

/** What is said of a Redis. */
export async function redisFindings(params: Params, options: Parameters<typeof examinerOf>[1] = {}) {
  const examiner = await examinerOf(params, options);
  const { findings } = await examineRedis(examiner, new AbortController().signal);
  return textsOf(findings);
}

export const wrongOnes = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.startsWith('WRONG ')).map((text) => text.slice('WRONG '.length));

/** A replica of the server at `port`, once it is connected. The caller stops it. */
export async function startReplica(port: number) {
  const server = await startRedis();
  const redis = new Redis(server.url);
  const primary = new Redis(port);
  // By default a primary waits 5 s for more replicas before it begins.
  await primary.config('SET', 'repl-diskless-sync-delay', '0');
  primary.disconnect();
  await redis.replicaof('127.0.0.1', port);
  await until('the replica', async () => (await redis.info('replication')).includes('master_link_status:up'));
  return {
    url: server.url,
    async stop() {
      redis.disconnect();
      await server.stop();
    },
  };
}

export type QueueAttributes = Readonly<Partial<Record<QueueAttributeName, string>>>;

/** As infra/queues.yml makes them, with `changed` over that. Answers their addresses as stage parameters. */
export async function createQueues(
  endpoint: string,
  changed: { readonly submissions?: QueueAttributes; readonly parking?: QueueAttributes } = {},
): Promise<Params> {
  const client = sqsClient(endpoint);
  const [parking, submissions] = ['sekali-local-parking', 'sekali-local-submissions'];
  const create = (QueueName: string, Attributes: QueueAttributes) =>
    client.send(
      new CreateQueueCommand({
        QueueName,
        Attributes: Object.fromEntries(Object.entries(Attributes).filter(([, value]) => value !== '')),
      }),
    );
  await create(parking, {
    MessageRetentionPeriod: '1209600',
    MaximumMessageSize: '262144',
    ...changed.parking,
  });
  await create(submissions, {
    VisibilityTimeout: '720',
    MessageRetentionPeriod: '1209600',
    MaximumMessageSize: '245760',
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: `arn:aws:sqs:eu-west-1:000000000000:${parking}`,
      maxReceiveCount: 100,
    }),
    ...changed.submissions,
  });
  client.destroy();
  return {
    sqsEndpoint: endpoint,
    queueUrl: queueUrlOf(endpoint, submissions),
    parkingUrl: queueUrlOf(endpoint, parking),
  };
}

/** A form of which only the hosts and the page's address matter. */
export const formAt = (name: string, allow: readonly string[], url?: () => string): Form =>
  ({
    name,
    allow,
    url:
      url ??
      (() => {
        throw new Error('needs data');
      }),
  }) as unknown as Form;
