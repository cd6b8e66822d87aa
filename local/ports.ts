import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port of 127.0.0.1 that nobody listens on now. Somebody else may take it before you do: check that you got it. */
export async function freePort(): Promise<number> {
  return portOf(0);
}

/** This one, or any other where somebody listens there. */
export async function freePortLike(wanted: number): Promise<number> {
  return portOf(wanted).catch(freePort);
}

async function portOf(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
