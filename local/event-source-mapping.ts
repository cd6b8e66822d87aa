/**
 * A Serverless plugin: under `serverless offline` it creates the queues of `resources` in the SQS emulator and feeds
 * the functions with `sqs` events from them, with the partial batch responses and the concurrency of AWS. List it
 * before serverless-offline. The emulator's address is `custom.localStack.sqsEndpoint`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type Lambda from 'serverless-offline/lambda';
import { DEFAULTS } from '../lib/config/defaults.ts';
import { type Poller, startPoller } from '../lib/queue/poller.ts';
import { type FunctionDefinition, type Mapping, mappingsOf } from './event-source/mapping.ts';
import { createQueues, type Queue, queuesOf, type Resource, resolve } from './event-source/queues.ts';
import { stopThreads, within } from './event-source/stop-threads.ts';
import { sqsClient } from './queues.ts';

const PAUSE_MS = 500;

/** Printed once every function is fed from its queue. */
export const READY_LINE = '[event source] ready';

/** What this plugin reads of the Serverless object. */
interface Serverless {
  readonly service: {
    readonly provider: { readonly region: string; environment?: unknown };
    readonly custom?: {
      readonly localStack?: { readonly sqsEndpoint?: string };
      readonly 'serverless-offline'?: Record<string, unknown>;
    };
    readonly resources?: { readonly Resources?: Record<string, Resource> };
    readonly functions: Record<string, FunctionDefinition & { environment?: unknown }>;
    getFunction(key: string): unknown;
  };
}

class EventSourceMapping {
  readonly hooks: Record<string, () => Promise<void>>;
  readonly #serverless: Serverless;
  readonly #options: Record<string, unknown>;
  #lambda: Lambda | undefined;
  #pollers: Poller[] = [];

  constructor(serverless: Serverless, options: Record<string, unknown>) {
    this.#serverless = serverless;
    this.#options = options;
    const start = () => this.#start();
    this.hooks = {
      // `serverless offline` and `serverless offline start` have a hook each.
      'offline:start': start,
      'offline:start:init': start,
      'offline:start:end': () => this.#stop(),
    };
  }

  async #start(): Promise<void> {
    const { service } = this.#serverless;
    const { region } = service.provider;
    const endpoint = service.custom?.localStack?.sqsEndpoint;
    if (!endpoint) throw new Error('custom.localStack.sqsEndpoint is missing: where is the SQS emulator?');
    const client = sqsClient(endpoint);
    const queues = queuesOf(service.resources?.Resources ?? {}, region);
    const mappings = mappingsOf(service.functions, queues);

    resolveEnvironments(service, queues, await untilCreated(() => createQueues(client, queues)));
    const lambda = await this.#createLambda(mappings);
    this.#pollers = mappings.map((mapping) =>
      startPoller({
        client,
        mapping,
        region,
        say,
        queueUrl: async () => (await createQueues(client, queues)).get(mapping.queue.logicalId) ?? '',
        async invoke(event) {
          const instance = lambda.get(mapping.functionKey);
          instance.setEvent(event);
          return instance.runHandler();
        },
      }),
    );
    for (const { functionKey, queue, batchSize, maximumConcurrency } of mappings) {
      say(`${functionKey} reads ${queue.name}: batches of up to ${batchSize}, ${maximumConcurrency} at once`);
    }
    console.log(READY_LINE);
  }

  async #createLambda(mappings: readonly Mapping[]): Promise<Lambda> {
    const { service } = this.#serverless;
    const { default: Lambda } = await import('serverless-offline/lambda');
    // Read late: serverless-esbuild has put the folder of the built code here.
    const lambda = new Lambda(this.#serverless, {
      ...service.custom?.['serverless-offline'],
      ...this.#options,
    });
    const keys = new Set(mappings.map(({ functionKey }) => functionKey));
    lambda.create(
      [...keys].map((functionKey) => ({ functionKey, functionDefinition: service.getFunction(functionKey) })),
    );
    this.#lambda = lambda;
    return lambda;
  }

  /**
   * Asks the functions, which run in threads and hear no signals, to stop; waits for the batches that run, and for what the
   * functions close then. Both bounded: a function may know nothing of it.
   */
  async #stop(): Promise<void> {
    const threads = stopThreads();
    await Promise.all(this.#pollers.map((poller) => poller.stop()));
    await within(DEFAULTS.stopGraceMs, Promise.all(this.#pollers.map((poller) => poller.idle())));
    await threads.close();
    await this.#lambda?.cleanup();
  }
}

/** The emulator may come up after us. */
async function untilCreated(create: () => Promise<Map<string, string>>): Promise<Map<string, string>> {
  for (let tries = 1; ; tries++) {
    try {
      return await create();
    } catch (error) {
      if (tries === 1) say(`the SQS emulator does not answer yet, trying again: ${error}`);
      await sleep(PAUSE_MS);
    }
  }
}

/** serverless-offline passes `Ref` and `Fn::GetAtt` on to functions as they are; those to queues get their values. */
function resolveEnvironments(
  service: Serverless['service'],
  queues: readonly Queue[],
  urls: ReadonlyMap<string, string>,
): void {
  const values = (environment: unknown) =>
    resolve(environment, ({ logicalId, attribute }) => {
      const queue = queues.find((one) => one.logicalId === logicalId);
      if (attribute === 'Arn') return queue?.arn;
      if (attribute === 'QueueName') return queue?.name;
      return urls.get(logicalId);
    });
  for (const owner of [service.provider, ...Object.values(service.functions)]) {
    if (owner.environment !== undefined) owner.environment = values(owner.environment);
  }
}

function say(line: string): void {
  console.log(`[event source] ${line}`);
}

// Serverless loads plugins with require(), which hands back the export of this name.
export { EventSourceMapping as default, EventSourceMapping as 'module.exports' };
