import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import type { Contender } from './guard.ts';

export interface Redises {
  /** Has no replica. */
  readonly alone: RedisServer;
  /** Has one. */
  readonly replicated: RedisServer;
  of(contender: Contender): RedisServer;
  stop(): Promise<void>;
}

const FOLLOW_TIMEOUT_MS = 20_000;
const WAIT_MS = 500;

/** @throws Error when one does not start, or the replica does not follow */
export async function startRedises(): Promise<Redises> {
  const servers = await Promise.all([startRedis(), startRedis(), startRedis()]);
  const [alone, replicated, replica] = servers;
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    await follow(replica, replicated);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { alone, replicated, of: (contender) => (contender.replicated ? replicated : alone), stop };
}

/** Resolves when the replica has what the primary has. */
async function follow(replica: RedisServer, primary: RedisServer): Promise<void> {
  const [to, from] = [new Redis(replica.url), new Redis(primary.url)];
  try {
    await to.replicaof('127.0.0.1', primary.port);
    const deadline = performance.now() + FOLLOW_TIMEOUT_MS;
    // A write, since WAIT waits for those of its own connection only.
    for (;;) {
      await from.set('replicated', '1');
      if ((await from.wait(1, WAIT_MS)) >= 1) return;
      if (performance.now() > deadline) throw new Error('The replica does not follow its primary.');
    }
  } finally {
    to.disconnect();
    from.disconnect();
  }
}
