import { after } from 'node:test';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { Request } from '../../cli/ask/asker.ts';
import { files } from '../../console/files.ts';
import type { Route } from '../../functions/api/route.ts';
import { match } from '../../functions/api/router.ts';
import { routes } from '../../functions/api/routes/index.ts';
import { buildApi } from '../../functions/build-api.ts';
import { readStage, variableOf } from '../../lib/config/stage.ts';
import { tokenList } from '../../lib/config/token-list.ts';
import { newToken } from '../../lib/config/tokens.ts';
import { defineForm, type Form } from '../../lib/form/index.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { RedisLedger, recordKey } from '../../lib/ledger/redis-ledger.ts';
import { dataHashOf, keyOf } from '../../lib/submission/key.ts';
import { messagesLeft, REGION, readMessages, sqsClient, startSqs } from '../../local/queues.ts';
import { startRedis } from '../../local/redis.ts';
import { ARM_TIMES, claimRequest, initLedger, ledgerOptions, newClaim } from './ledger.ts';
import { conforms } from './openapi.ts';
import type { LogLine } from './worker.ts';

Object.assign(process.env, {
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});

/** A form of the API's tests; nothing of it is ever run. */
export const FORM: Form = defineForm({
  name: 'test-form',
  allow: ['example.org'],
  fields: z.strictObject({
    id: z.string().min(1),
    email: z.email(),
    pin: z.string().optional(),
    note: z.string().optional(),
    seats: z.int().min(1).default(1),
  }),
  identity: ['id'],
  secret: ['pin'],
  url: () => 'https://example.org/form',
  label: ({ id }) => `${id} at test`,
  fill: async () => {},
  submit: (page) => page.locator('button'),
  receipt: () => undefined,
});

export const DATA = { id: 'a-1', email: 'ana@example.org' };
export const KEY = keyOf('test-form', ['id'], DATA);
export const dataOf = (id: string, more: object = {}) => ({ ...DATA, id, ...more });
export const keyFor = (id: string) => keyOf('test-form', ['id'], dataOf(id));

export interface ApiOptions {
  readonly forms?: readonly Form[];
  readonly params?: Readonly<Record<string, string | number>>;
}

/** How a request is answered, with the JSON read. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
  readonly body: any;
  readonly bytes: Buffer;
}

export interface Asked {
  /** `null`: none. Default: the one that may operate. */
  readonly token?: string | null;
  readonly body?: unknown;
  /** In place of `body`: as it is. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function isAt(route: Route, method: string, path: string): boolean {
  try {
    return match([route], method, path).route === route;
  } catch {
    return false;
  }
}

/**
 * The API in this process, on a real Redis and a queue of the emulator that no worker reads. Everything ends with the test that
 * called it. Every answer is held against the OpenAPI document.
 */
export async function startApi({ forms = [FORM], params = {} }: ApiOptions = {}) {
  const stops: (() => unknown)[] = [];
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const server = await startRedis();
  stops.push(() => server.stop());
  await initLedger(server.url);
  const emulator = await startSqs();
  stops.push(() => emulator.stop());
  const sqs = sqsClient(emulator.endpoint);
  const queue = async (name: string, attributes: Record<string, string> = {}) =>
    (await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }))).QueueUrl ?? '';
  const parkingUrl = await queue('parking');
  const queueUrl = await queue('submissions', { MaximumMessageSize: '245760' });
  const tokens = { send: newToken('shop', 'send'), operate: newToken('ana', 'operate') };
  const apiTokens = JSON.stringify(Object.values(tokens).map(({ token }) => token));
  const given = {
    stage: 'local',
    redisUrl: server.url,
    queueUrl,
    sqsEndpoint: emulator.endpoint,
    parkingUrl,
    waitReplicas: 0,
    apiTokens,
    ...params,
  };
  const log: LogLine[] = [];
  const clock = { offsetMs: 0 };
  const api = buildApi({
    stage: readStage(
      Object.fromEntries(Object.entries(given).map(([name, value]) => [variableOf(name), String(value)])),
    ),
    registry: registryOf(forms),
    console: files,
    telemetry: {
      info: (message, fields) => void log.push({ message, fields }),
      warn: (message, fields) => void log.push({ message, fields }),
      count: () => {},
    },
    tokens: tokenList(async () => apiTokens, { warn: () => {} }),
    nowMs: () => Date.now() + clock.offsetMs,
  });
  stops.push(() => api.close());
  const ledger = new RedisLedger(ledgerOptions(server.url));
  stops.push(() => ledger.close());
  const redis = new Redis(server.url);
  redis.on('error', () => {});
  stops.push(() => redis.disconnect());

  async function ask(method: string, target: string, asked: Asked = {}): Promise<ApiAnswer> {
    const { token = tokens.operate.secret, body, text } = asked;
    const [path = '', query = ''] = target.split('?');
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const event = {
      version: '2.0',
      rawPath: path,
      rawQueryString: query,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      requestContext: { http: { method, path } },
      ...(sent !== undefined && { body: sent }),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEventV2;
    const answer = await api.handle(event);
    const bytes = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8');
    const type = String(answer.headers?.['content-type']);
    const known = routes.find((route) => isAt(route, method, path));
    if (known !== undefined) {
      const json = type.includes('json') ? JSON.parse(bytes.toString()) : undefined;
      conforms(known, { status: answer.statusCode ?? 0, type, body: json });
    }
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers ?? {},
      body: type.includes('json') ? JSON.parse(bytes.toString()) : undefined,
      bytes,
    };
  }

  /** Brings a submission to where its worker armed it `armedAgoMs` ago, in effect: how long it may still be sending. */
  async function armed(id: string, deadlineMs: number = ARM_TIMES.deadlineMs) {
    const claim = newClaim(keyFor(id));
    const dataHash = dataHashOf(dataOf(id));
    await ledger.claim(claimRequest(claim, { form: 'test-form', label: `${id} at test`, dataHash }));
    await ledger.arm(claim, { deadlineMs, minLeaseMs: 0 });
    return claim;
  }

  return {
    api,
    ask,
    /** As the command line asks, in the name of ana. */
    asker: { ask: (request: Request) => api.ask({ ...request, who: 'ana' }), close() {} },
    ledger,
    redis,
    server,
    sqs,
    queueUrl,
    sqsEndpoint: emulator.endpoint,
    parkingUrl,
    log,
    clock,
    tokens: { send: tokens.send.secret, operate: tokens.operate.secret },
    armed,
    async settled(
      id: string,
      phase: 'submitted' | 'refused' | 'unknown',
      deadlineMs?: number,
      evidence?: string,
    ) {
      const claim = await armed(id, deadlineMs);
      await ledger.settle(claim, phase, { text: `${phase} by the target`, ...(evidence && { evidence }) });
      return claim;
    },
    record: (key: string) => redis.hgetall(recordKey(key)),
    queued: () => readMessages(sqs, queueUrl),
    left: () => messagesLeft(sqs, queueUrl),
    leftParked: () => messagesLeft(sqs, parkingUrl),
  };
}

export type ApiWorld = Awaited<ReturnType<typeof startApi>>;
