/** Everything that the worker needs, on one machine: Redis, the queues, Lambda, Chromium and a target. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { forms } from '../forms/index.ts';
import { newToken } from '../lib/config/tokens.ts';
import { checkedStage } from './checked-stage.ts';
import { readyChromium } from './chromium.ts';
import { declareLedger } from './declare-ledger.ts';
import { type DemoTarget, type DemoTargetOptions, startDemoTarget } from './demo-target.ts';
import { beforeEnd } from './lifetime.ts';
import { type OfflineProcess, startOffline } from './offline.ts';
import { PARKING_NAME, QUEUE_NAME, queueUrlOf, sendMessages, sqsClient, startSqs } from './queues.ts';
import { startRedis } from './redis.ts';
import { redisServer } from './redis-binary.ts';
import { newRunFolder } from './run-folder.ts';

export interface StackOptions {
  /** Stage parameters of serverless.yml to set beside the addresses. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** How many `serverless offline` processes share the queue. Default: 1. */
  readonly offline?: number;
  readonly target?: DemoTargetOptions;
  /** Told what is going on while it starts. */
  readonly say?: (line: string) => void;
}

export interface Stack {
  readonly redisUrl: string;
  readonly sqsEndpoint: string;
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly parkingUrl: string;
  /** Of the HTTP API, of the first process. */
  readonly apiUrl: string;
  /** One for each role; nobody had them before. */
  readonly tokens: { readonly send: string; readonly operate: string };
  /** The stage parameter: their hashes. */
  readonly apiTokens: string;
  readonly target: DemoTarget;
  readonly offline: readonly OfflineProcess[];
  /** Where the screenshots of this run are. */
  readonly evidenceFolder: string;
  /** What producers of this run are told. */
  readonly eventsFile: string;
  /** Sends bodies (text as it is, anything else as JSON) all at once; answers their message ids. */
  send(...bodies: readonly unknown[]): Promise<string[]>;
  /** Stops all of it. Logs and screenshots stay, for a day. */
  stop(): Promise<void>;
}

/**
 * Starts the stack on free ports and resolves when a message that is sent will be worked on.
 * @throws ConfigError for a wrong stage parameter or form, before anything is started
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { params = {}, offline: processes = 1, say = () => {} } = options;
  const stage = await checkedStage(params, forms);
  const folder = await newRunFolder();
  const evidenceFolder = join(folder, 'evidence');
  await mkdir(evidenceFolder);
  const eventsFile = join(folder, 'events.jsonl');

  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    forget();
    await Promise.all(stops.splice(0).map((one) => one()));
  };
  const forget = beforeEnd(stop);
  const started = <Part extends { stop(): Promise<void> }>(part: Part): Part => {
    stops.push(() => part.stop());
    return part;
  };

  try {
    await redisServer(say);
    say('Starting Redis, the queues and the demo target');
    const [redis, emulator, target] = await allOf([
      startRedis().then(started),
      startSqs().then(started),
      startDemoTarget(options.target).then(started),
    ]);
    await declareLedger(redis.url, stage);

    say('Starting serverless offline and unpacking Chromium');
    const [send, operate] = [newToken('local-send', 'send'), newToken('local-operate', 'operate')];
    const apiTokens = JSON.stringify([send.token, operate.token]);
    const addresses = {
      apiTokens,
      redisUrl: redis.url,
      sqsEndpoint: emulator.endpoint,
      demoTarget: target.url,
      evidenceFolder,
      eventsFile,
    };
    const [, ...offline] = await allOf([
      readyChromium(say),
      ...Array.from({ length: processes }, (_, index) =>
        startOffline({ name: `offline-${index + 1}`, folder, params: { ...addresses, ...params } }).then(
          started,
        ),
      ),
    ]);

    const sqs = sqsClient(emulator.endpoint);
    const queueUrl = queueUrlOf(emulator.endpoint, QUEUE_NAME);
    const parkingUrl = queueUrlOf(emulator.endpoint, PARKING_NAME);
    return {
      redisUrl: redis.url,
      sqsEndpoint: emulator.endpoint,
      sqs,
      queueUrl,
      parkingUrl,
      apiUrl: offline[0]?.apiUrl ?? '',
      tokens: { send: send.secret, operate: operate.secret },
      apiTokens,
      target,
      offline,
      evidenceFolder,
      eventsFile,
      send: (...bodies) => sendMessages(sqs, queueUrl, bodies),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Like Promise.all, but waits for the others when one fails: what they start must be there to be stopped. */
async function allOf<Parts extends readonly unknown[]>(
  parts: { readonly [Index in keyof Parts]: Promise<Parts[Index]> },
): Promise<Parts> {
  await Promise.allSettled(parts);
  return Promise.all(parts) as unknown as Promise<Parts>;
}
