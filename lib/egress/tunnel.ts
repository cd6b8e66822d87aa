import type { Socket } from 'node:net';
import type { Reach } from './reach.ts';
import { watchTlsHandshake } from './tls-records.ts';

/**
 * Joins both sockets of a CONNECT, with backpressure and half-closing. `head` is what the client sent along with its
 * CONNECT; `onSend` hears of everything that goes up, before it does, `onReceive` of everything that comes down.
 */
export function joinTunnel(
  client: Socket,
  upstream: Socket,
  head: Buffer,
  hear: { readonly onSend: (reach: Reach) => void; readonly onReceive: (chunk: Buffer) => void },
): void {
  const isHandshake = watchTlsHandshake();
  const count = (chunk: Buffer) => hear.onSend(isHandshake(chunk) ? 'handshake' : 'tunnelled');

  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) {
    count(head);
    upstream.write(head);
  }
  // Listeners run in the order in which they were added: every chunk is counted before the pipe writes it.
  client.on('data', count);
  client.pipe(upstream);
  upstream.on('data', hear.onReceive);
  upstream.pipe(client);
  // What the target said last still goes down; the other way round the upstream closes with its client (openUpstream).
  upstream.once('close', () => client.destroySoon());
}
