import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SilentAws {
  readonly url: string;
  /** What it was asked so far: method, path, and the action where the request names one. */
  readonly requests: readonly string[];
  stop(): void;
}

/** An AWS that refuses whatever it is asked, and remembers it: for what must ask nothing. */
export async function startSilentAws(): Promise<SilentAws> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) if (body.length < 1_000) body += chunk;
    const action = request.headers['x-amz-target'] ?? /\bAction=(\w+)/.exec(body)?.[1] ?? '';
    requests.push(`${request.method} ${request.url} ${action}`.trim());
    // 400: anything from 500 on would be asked again and again.
    response.writeHead(400).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
