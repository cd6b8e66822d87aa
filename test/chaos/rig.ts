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
import type { SQSEvent } from 'aws-lambda';
import { variableOf } from '../../lib/config/stage.ts';
import { startPoller } from '../../local/event-source/poller.ts';
import { messagesLeft, REGION, readMessages, sqsClient, startSqs } from '../../local/queues.ts';
import { type Passing, type RedisProxy, startRedisProxy } from '../faults/redis-proxy.ts';
import { startSqsProxy } from '../faults/sqs-proxy.ts';
import { bundleOf } from '../lambda/bundle.ts';
import type { Environment } from '../lambda/environment.ts';
import { type Surroundings, startFunction } from '../lambda/function.ts';
import { commandsOf } from '../lambda/process-tree.ts';
import { initLedger } from '../support/ledger.ts';
import { Journal } from './journal.ts';
import type { Planned, Strike, WorldStrike } from './plan.ts';
import { type Point, pointOf } from './points.ts';
import { startRedisPair } from './redis-pair.ts';
import { startChaosTarget } from './target.ts';

export type Visitor = Pick<Planned, 'id' | 'trouble' | 'strikes'>;

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
  readonly visitors: readonly Visitor[];
  /** The visitor whose key, or lock, this is. */
  readonly idOf: (key: string) => string | undefined;
  readonly world?: readonly WorldStrike[];
  readonly onLine?: (line: string) => void;
}

export type Rig = Awaited<ReturnType<typeof startRig>>;

const LAUNCH_LOOK_MS = 15;
const LAUNCH_LIMIT_MS = 3_000;
/** A frozen environment wakes up this long after its lease has ended. */
const BEYOND_LEASE_MS = 1_500;

export async function startRig(options: RigOptions) {
  const { params, visitors, idOf } = options;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  const journal = new Journal();
  const byId = new Map(visitors.map((visitor) => [visitor.id, visitor]));
  const spent = new Set<Strike>();
  const proxies = new Set<RedisProxy>();
  const met = new Set<string>();
  const world = [...(options.world ?? [])];
  let queueFails = false;

  const strikeAt = (point: Point, id: string): Strike | undefined =>
    byId.get(id)?.strikes.find((strike) => strike.at === point && !spent.has(strike));

  /** Follows a submission past a point and does what is planned there. */
  function pass(point: Point, id: string, environment: Environment): 'pass' | 'cut' | 'hold' {
    // What a worker sent just before it was killed is still executed.
    if (!environment.alive) {
      journal.passedAfterDeath(point, id);
      return 'pass';
    }
    journal.passed(point, id, environment);
    if (point === 'claim') watchLaunch(id, environment);
    const strike = strikeAt(point, id);
    if (strike === undefined) return 'pass';
    spent.add(strike);
    journal.did(strike.act, point, id, environment);
    switch (strike.act) {
      case 'kill':
        environment.kill(`killed at ${point}`);
        return 'cut';
      case 'freeze':
        environment.freeze();
        setTimeout(() => environment.thaw(), params.leaseTtlMs + BEYOND_LEASE_MS);
        return 'pass';
      default:
        return strike.act;
    }
  }

  function watchLaunch(id: string, environment: Environment): void {
    const launched = () => commandsOf(environment.pid).some((command) => command.includes('--headless'));
    if (strikeAt('launch', id) === undefined || launched()) return;
    const endMs = performance.now() + LAUNCH_LIMIT_MS;
    const look = () => {
      if (!environment.alive || performance.now() > endMs) return;
      if (launched()) pass('launch', id, environment);
      else setTimeout(look, LAUNCH_LOOK_MS);
    };
    look();
  }

  try {
    const redis = await startRedisPair(initLedger);
    stops.push(() => redis.stop());
    const emulator = await startSqs();
    stops.push(() => emulator.stop());
    const target = await startChaosTarget({
      troubleOf: (id) => byId.get(id)?.trouble ?? 'none',
      onVisit(what, id) {
        const environment = journal.environmentOf(id);
        if (environment !== undefined) pass(what, id, environment);
      },
    });
    stops.push(() => target.stop());
    const bundle = await bundleOf(options.handler.entry, options.handler.forms);
    stops.push(() => bundle.remove());

    const sqs = sqsClient(emulator.endpoint);
    const parkingUrl = await createQueue(sqs, 'parking', {});
    const queueUrl = await createQueue(sqs, 'submissions', {
      VisibilityTimeout: String(options.visibilitySeconds),
    });

    async function surroundings(): Promise<Surroundings> {
      let environment: Environment | undefined;
      const redisProxy = await startRedisProxy({
        upstream: () => redis.port(),
        decide(passing) {
          if (environment === undefined) return 'pass';
          const id = idOf(passing.key ?? passing.args[0] ?? '');
          if (id === undefined) return 'pass';
          if (gaveBack(passing)) journal.gaveBack(id, environment);
          const point = pointOf(passing);
          if (point === 'claim') meet(id);
          return point === undefined ? 'pass' : pass(point, id, environment);
        },
      });
      const queueProxy = await startSqsProxy({
        upstream: () => emulator.endpoint,
        decide: () => (queueFails ? 'fail' : 'pass'),
      });
      proxies.add(redisProxy);
      const stage = {
        stage: 'local',
        redisUrl: redisProxy.url,
        queueUrl: queueUrl.replace(emulator.endpoint, queueProxy.url),
        parkingUrl: parkingUrl.replace(emulator.endpoint, queueProxy.url),
        sqsEndpoint: queueProxy.url,
        demoTarget: target.url,
        ...params,
      };
      return {
        variables: {
          ...Object.fromEntries(
            Object.entries(stage).map(([name, value]) => [variableOf(name), String(value)]),
          ),
          AWS_REGION: REGION,
          AWS_ACCESS_KEY_ID: 'local',
          AWS_SECRET_ACCESS_KEY: 'local',
        },
        ...(options.onLine && { onLine: options.onLine }),
        onStart(started) {
          environment = started;
        },
        onAnswer(event) {
          for (const id of idsOf(event as SQSEvent)) {
            if (environment !== undefined && pass('finish', id, environment) === 'cut') return false;
          }
          return true;
        },
        async close() {
          proxies.delete(redisProxy);
          await Promise.all([redisProxy.stop(), queueProxy.stop()]);
        },
      };
    }

    /** What is planned for all of them comes when so many submissions have been claimed. */
    function meet(id: string): void {
      met.add(id);
      if (world[0] !== undefined && met.size >= world[0].atNth) void strikeAll(world.shift() as WorldStrike);
    }

    async function strikeAll({ what, ms }: WorldStrike): Promise<void> {
      journal.didToAll(what);
      const all = (act: (proxy: RedisProxy, on: boolean) => void) => {
        for (const proxy of proxies) act(proxy, true);
        setTimeout(() => {
          for (const proxy of proxies) act(proxy, false);
        }, ms);
      };
      switch (what) {
        case 'redis refuses':
          return all((proxy, on) => proxy.refuse(on));
        case 'redis is silent':
          return all((proxy, on) => proxy.blackHole(on));
        case 'queue fails':
          queueFails = true;
          setTimeout(() => {
            queueFails = false;
          }, ms);
          return;
        case 'failover':
        case 'failover of a late replica':
          await redis.failover({ lagMs: what === 'failover' ? 0 : ms });
          for (const proxy of proxies) proxy.cutAll();
          return;
        default:
          what satisfies never;
      }
    }

    const worker = startFunction({
      handlerFile: bundle.file,
      timeoutMs: params.workerTimeoutSeconds * 1_000,
      surroundings,
      reuse: options.reuse,
    });
    stops.push(() => worker.stop());
    const poller = startPoller({
      client: sqs,
      mapping: {
        functionKey: 'worker',
        queue: {
          logicalId: 'q',
          name: 'submissions',
          arn: 'arn:aws:sqs:local:0:submissions',
          attributes: {},
        },
        batchSize: params.batchSize,
        maximumConcurrency: options.concurrency,
        reportsItemFailures: true,
      },
      region: REGION,
      queueUrl: async () => queueUrl,
      invoke: worker.invoke,
      say: () => {},
    });
    stops.push(() => poller.stop());

    return {
      journal,
      target,
      /** The primary's address now. */
      redisUrl: () => `redis://127.0.0.1:${redis.port()}`,
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
        for (const { strikes } of visitors) for (const strike of strikes) spent.add(strike);
        world.length = 0;
      },
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

function gaveBack({ what, moment }: Passing): boolean {
  return moment === 'answered' && (what === 'disarm' || what === 'release');
}

function parkedOf({ Body = '{}', MessageAttributes = {} }: Message) {
  const { data } = JSON.parse(Body) as { data: { id: string; note: string } };
  return { ...data, reason: MessageAttributes.reason?.StringValue ?? '' };
}

function idsOf({ Records }: SQSEvent): string[] {
  return Records.map(({ body }) => String((JSON.parse(body) as { data: { id: string } }).data.id));
}

async function createQueue(sqs: SQSClient, name: string, attributes: Record<string, string>) {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
  return QueueUrl ?? '';
}
