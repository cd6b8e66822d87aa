/**
 * The bundled worker in real processes between real parts, with a proxy at every boundary: the place in which it is killed,
 * frozen and cut off. Nothing in the worker knows of it.
 */
import {
  CreateQueueCommand,
  type Message,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { variableOf } from '../../lib/config/stage.ts';
import { startPoller } from '../../lib/queue/poller.ts';
import { messagesLeft, REGION, readMessages, sqsClient, startSqs } from '../../local/queues.ts';
import { startRedisProxy } from '../faults/redis-proxy.ts';
import { startSqsProxy } from '../faults/sqs-proxy.ts';
import { bundleOf } from '../lambda/bundle.ts';
import type { Environment } from '../lambda/environment.ts';
import { type Surroundings, startFunction } from '../lambda/function.ts';
import { initLedger } from '../support/ledger.ts';
import { Journal } from './journal.ts';
import { Outside } from './outside.ts';
import type { Planned, WorldStrike } from './plan.ts';
import { pointOf } from './points.ts';
import { startRedisPair } from './redis-pair.ts';
import { Striker } from './striker.ts';
import { startChaosTarget } from './target.ts';

export interface RigOptions {
  readonly handler: { readonly entry: string; readonly forms?: string };
  /** Stage parameters beside the addresses; `workerTimeoutSeconds` is enforced. */
  readonly params: Readonly<Record<string, number>> & {
    readonly workerTimeoutSeconds: number;
    readonly batchSize: number;
    readonly leaseTtlMs: number;
  };
  /** Execution environments at once. */
  readonly concurrency: number;
  /** Whether an execution environment takes a second invocation. */
  readonly reuse: boolean;
  /** Of the queue; in AWS six times the worker's timeout. */
  readonly visibilitySeconds: number;
  readonly visitors: readonly Pick<Planned, 'id' | 'trouble' | 'strikes'>[];
  /** The visitor whose key, or lock, this is. */
  readonly idOf: (key: string) => string | undefined;
  readonly world: readonly WorldStrike[];
  /** Whether the worker holds the outcome of exactly this data. Asked when a message was answered as done; not of a worker without records. */
  readonly isSettled?: (redisUrl: string, body: Body) => Promise<boolean>;
  readonly onLine?: (line: string) => void;
}

/** Of a message. */
export interface Body {
  readonly form: Planned['form'];
  readonly data: { readonly id: string; readonly note: string };
}

export type Rig = Awaited<ReturnType<typeof startRig>>;

const AWS = { AWS_REGION: REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

export async function startRig(options: RigOptions) {
  const { params, visitors, idOf } = options;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  const started = <Part extends { stop(): Promise<unknown> }>(part: Part): Part => {
    stops.push(() => part.stop());
    return part;
  };
  const journal = new Journal();
  const striker = new Striker(visitors, journal, params.leaseTtlMs);
  const parkedBodies = new Set<string>();
  const doneTooEarly: string[] = [];
  const troubles = new Map(visitors.map(({ id, trouble }) => [id, trouble]));

  try {
    const redis = started(await startRedisPair(initLedger));
    const outside = started(new Outside(redis, journal, options.world));
    /** The primary's address now. */
    const redisUrl = () => `redis://127.0.0.1:${redis.port()}`;
    const emulator = started(await startSqs());
    const target = started(
      await startChaosTarget({
        troubleOf: (id) => troubles.get(id) ?? 'none',
        onVisit(what, id) {
          const environment = journal.environmentOf(id);
          if (environment !== undefined) striker.pass(what, id, environment);
        },
      }),
    );
    const bundle = await bundleOf(options.handler.entry, options.handler.forms);
    stops.push(() => bundle.remove());
    const sqs = sqsClient(emulator.endpoint);
    const parkingUrl = await createQueue(sqs, 'parking', {});
    const queueUrl = await createQueue(sqs, 'submissions', {
      VisibilityTimeout: String(options.visibilitySeconds),
    });

    /** At once, since a moment later the submission may have come to its end by itself. */
    async function lookAt(text: string): Promise<void> {
      if (options.isSettled === undefined || parkedBodies.has(text)) return;
      const { form, data } = bodyOf(text);
      // Between two primaries nobody can tell.
      const settled = await options.isSettled(redisUrl(), { form, data }).catch(() => true);
      if (!settled) doneTooEarly.push(`${data.id}: "${data.note}"`);
    }

    /** Of one execution environment: its own proxies tell whose command, and whose answer, it is. */
    async function surroundings(): Promise<Surroundings> {
      let environment: Environment | undefined;
      const redisProxy = await startRedisProxy({
        upstream: () => redis.port(),
        decide(passing) {
          const id = idOf(passing.key ?? passing.args[0] ?? '');
          if (id === undefined || environment === undefined) return 'pass';
          const { what, moment } = passing;
          const gaveBack = what === 'disarm' || what === 'release';
          if (gaveBack && moment === 'answered') journal.gaveBack(id, environment);
          const point = pointOf(passing);
          if (point === 'claim') outside.meet(id);
          return point === undefined ? 'pass' : striker.pass(point, id, environment);
        },
      });
      const queueProxy = await startSqsProxy({
        upstream: () => emulator.endpoint,
        decide({ action, body }) {
          if (outside.queueFails) return 'fail';
          if (action === 'SendMessage') parkedBodies.add(String(body.MessageBody));
          return 'pass';
        },
      });
      outside.proxies.add(redisProxy);
      const stage = {
        stage: 'local',
        redisUrl: redisProxy.url,
        queueUrl: queueUrl.replace(emulator.endpoint, queueProxy.url),
        parkingUrl: parkingUrl.replace(emulator.endpoint, queueProxy.url),
        sqsEndpoint: queueProxy.url,
        demoTarget: target.url,
        ...params,
      };
      const variables = Object.entries(stage).map(([name, value]) => [variableOf(name), String(value)]);
      return {
        variables: { ...Object.fromEntries(variables), ...AWS },
        ...(options.onLine && { onLine: options.onLine }),
        onStart(one) {
          environment = one;
        },
        onAnswer(event, answer) {
          const { Records } = event as SQSEvent;
          const ids = Records.map(({ body }) => bodyOf(body).data.id);
          if (ids.some((id) => environment && striker.pass('finish', id, environment) === 'cut'))
            return false;
          for (const body of doneOf(Records, answer as SQSBatchResponse)) void lookAt(body);
          return true;
        },
        async close() {
          outside.proxies.delete(redisProxy);
          await Promise.all([redisProxy.stop(), queueProxy.stop()]);
        },
      };
    }

    const worker = started(
      startFunction({
        handlerFile: bundle.file,
        timeoutMs: params.workerTimeoutSeconds * 1_000,
        surroundings,
        reuse: options.reuse,
      }),
    );
    started(
      startPoller({
        client: sqs,
        mapping: {
          functionKey: 'worker',
          queue: { name: 'submissions', arn: 'arn:aws:sqs:local:0:submissions' },
          batchSize: params.batchSize,
          maximumConcurrency: options.concurrency,
          reportsItemFailures: true,
        },
        region: REGION,
        queueUrl: async () => queueUrl,
        invoke: worker.invoke,
        say: () => {},
      }),
    );

    return {
      journal,
      target,
      doneTooEarly,
      redisUrl,
      /** Nobody is in an invocation. */
      idle: () => worker.environments().every(({ idle }) => idle),
      /** Bodies that are sent together, at most ten. */
      async send(bodies: readonly object[]): Promise<void> {
        const Entries = bodies.map((body, nth) => ({ Id: String(nth), MessageBody: JSON.stringify(body) }));
        await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      },
      left: () => messagesLeft(sqs, queueUrl),
      /** What lies in the parking queue; hidden from the next look for a minute. */
      parked: async () => (await readMessages(sqs, parkingUrl)).map(parkedOf),
      /** From now on nothing is killed or cut any more. */
      calm() {
        striker.calm();
        outside.calm();
      },
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

function parkedOf({ Body = '{}', MessageAttributes = {} }: Message) {
  const { data } = JSON.parse(Body) as { data: { id: string; note: string } };
  return { ...data, reason: MessageAttributes.reason?.StringValue ?? '' };
}

const bodyOf = (text: string) => JSON.parse(text) as Body;

/** The bodies of those that need not come again. */
function doneOf(records: readonly SQSRecord[], { batchItemFailures }: SQSBatchResponse): string[] {
  const failed = new Set(batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return records.filter(({ messageId }) => !failed.has(messageId)).map(({ body }) => body);
}

async function createQueue(sqs: SQSClient, name: string, attributes: Record<string, string>) {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
  return QueueUrl ?? '';
}
