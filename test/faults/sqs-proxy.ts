/** Stands between a worker and its queue, knows the calls, and lets a test decide the fate of each. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface QueueCall {
  /** `SendMessage`, `ChangeMessageVisibility`, … */
  readonly action: string;
  /** The queue's name, of its address. */
  readonly queue: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * - `pass`
 * - `fail`: not executed, 500
 * - `lose`: executed, and the connection breaks before the answer
 * - `hang`: not executed and never answered
 * - `refuse`: not executed, and the queue says why (an error code such as `ReceiptHandleIsInvalid`)
 */
export type QueueFate = 'pass' | 'fail' | 'lose' | 'hang' | { readonly refuse: string };

export type DecideCall = (call: QueueCall) => QueueFate | Promise<QueueFate>;

export interface SqsProxy {
  readonly url: string;
  /** Every call that came, the client's own repetitions included. */
  readonly calls: readonly QueueCall[];
  stop(): Promise<void>;
}

export interface SqsProxyOptions {
  /** The endpoint of the queue, asked for each call. */
  readonly upstream: () => string;
  readonly decide?: DecideCall;
}

export async function startSqsProxy({ upstream, decide = () => 'pass' }: SqsProxyOptions): Promise<SqsProxy> {
  const agent = new Agent({ keepAlive: true });
  const calls: QueueCall[] = [];

  async function answer(incoming: IncomingMessage, raw: Buffer, response: ServerResponse): Promise<void> {
    const call = callOf(incoming, raw);
    calls.push(call);
    const fate = await decide(call);
    if (fate === 'hang') return;
    if (fate === 'fail') return refuse(response, 500, 'InternalFailure');
    if (typeof fate === 'object') return refuse(response, 400, fate.refuse);
    // The queue itself is gone: the connection breaks.
    const answered = await forward(incoming, raw).catch(() => undefined);
    if (answered === undefined || fate === 'lose') return void response.destroy();
    response.writeHead(answered.status, answered.headers).end(answered.body);
  }

  async function forward({ method, headers, url = '/' }: IncomingMessage, raw: Buffer) {
    const outgoing = request(new URL(url, upstream()), { agent, method, headers }).end(raw);
    const [answered] = (await once(outgoing, 'response')) as [IncomingMessage];
    return {
      status: answered.statusCode ?? 502,
      headers: answered.headers,
      body: await buffer(answered),
    };
  }

  const server = createServer(async (incoming, response) => {
    // A client that hangs up in the middle of its question gets no answer.
    const raw = await buffer(incoming).catch(() => undefined);
    if (raw !== undefined) await answer(incoming, raw, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async stop() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

function callOf({ headers }: IncomingMessage, raw: Buffer): QueueCall {
  const body = JSON.parse(raw.toString() || '{}') as Record<string, unknown>;
  return {
    action: String(headers['x-amz-target']).replace('AmazonSQS.', ''),
    queue: String(body.QueueUrl).split('/').at(-1) ?? '',
    body,
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazonaws.sqs#${code}`, message: `${code}, says the test` }));
}
