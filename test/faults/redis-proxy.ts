/** Stands between a worker and its Redis, knows the ledger's steps, and lets a test decide the fate of each. */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Link } from './redis-link.ts';

export type ScriptName = 'claim' | 'renew' | 'arm' | 'disarm' | 'settle' | 'release' | 'resolve';

/** A command on its way. Of a step both moments come once, whether Redis knew the script already or not. */
export interface Passing {
  /** `arrived`: not executed yet. `answered`: executed, the reply not handed over yet. */
  readonly moment: 'arrived' | 'answered';
  /** A step of the ledger, or the command in lower case. */
  readonly what: ScriptName | (string & {});
  /** The submission's key, of a step. */
  readonly key?: string;
  /** Of a step its ARGV, of a command all words after the first. */
  readonly args: readonly string[];
  /** Of what was answered: the reply's text or number; of several the first one's. */
  readonly answer?: string;
  readonly client: { readonly remotePort: number };
}

/**
 * - `pass`
 * - `cut`: the connection breaks. Arrived: never executed; what came before it is. Answered: executed, the reply is lost.
 * - `hold`: the connection goes silent for ever, in both directions.
 * - `error`: this is replied; arrived: instead of executing, answered: in spite of it.
 */
export type Fate = 'pass' | 'cut' | 'hold' | { readonly error: string };

/** May wait: what is behind it on the same connection waits, too. What passes after its client left is still executed. */
export type Decide = (passing: Passing) => Fate | Promise<Fate>;

export interface RedisProxy {
  readonly url: string;
  readonly port: number;
  /** Breaks every connection that stands. */
  cutAll(): void;
  /** While on, the server is gone: connections that stand break, new ones are reset at once. */
  refuse(on: boolean): void;
  /** While on, nothing is answered any more; connections that it caught stay silent for ever. */
  blackHole(on: boolean): void;
  /** Takes nothing more; what Redis already has is still executed and decided on, so that nothing happens unseen. */
  stop(): Promise<void>;
}

export interface RedisProxyOptions {
  /** The port of Redis on 127.0.0.1, asked for each new connection: what an address leads to may change. */
  readonly upstream: () => number;
  readonly decide?: Decide;
}

/** A Redis that stands still, a decision that is never made. */
const LEAVE_TIMEOUT_MS = 2_000;

export async function startRedisProxy({
  upstream,
  decide = () => 'pass',
}: RedisProxyOptions): Promise<RedisProxy> {
  const links = new Set<Link>();
  let refusing = false;
  let silent = false;
  // Half open: a silent peer does not even answer a goodbye.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (refusing) return void client.resetAndDestroy();
    const link = new Link(client, upstream(), decide);
    links.add(link);
    link.gone.then(() => links.delete(link));
    if (silent) link.hold();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cutAll = () => {
    for (const link of links) link.cut();
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    cutAll,
    refuse(on) {
      refusing = on;
      if (on) cutAll();
    },
    blackHole(on) {
      silent = on;
      if (on) for (const link of links) link.hold();
    },
    async stop() {
      server.close();
      const standing = [...links];
      for (const link of standing) link.leave();
      await Promise.race([
        Promise.all(standing.map(({ gone }) => gone)),
        sleep(LEAVE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      for (const link of standing) link.destroy();
    },
  };
}
