import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '../../local/ports.ts';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { busyPort, listen, TEST_CERTIFICATE, TEST_KEY } from '../egress/support.ts';
import { startRedisProxy } from '../faults/redis-proxy.ts';
import { redisFindings, SHORT } from './support.ts';

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

const look = async (redisUrl: string, options: Parameters<typeof redisFindings>[1] = {}) =>
  (await redisFindings({ redisUrl }, options)).join('\n');

/** Redis behind TLS, with a certificate for `localhost` that nobody has signed. */
async function tlsRedis(t: TestContext): Promise<number> {
  const tls = createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (client) => {
    const redis = connect(server.port, '127.0.0.1');
    redis.on('error', () => {});
    client.on('close', () => redis.destroy());
    client.pipe(redis).pipe(client);
  });
  tls.on('tlsClientError', () => {});
  return listen(t, tls);
}

test('a name that does not resolve', async () => {
  const lookUp = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
  assert.match(
    await look('redis://master.example:6379', { lookUp }),
    /^WRONG the name of Redis, master\.example:6379, does not resolve \(ENOTFOUND\): check redisUrl$/,
  );
});

test('nothing listens', async () => {
  assert.match(
    await look(`redis://127.0.0.1:${await freePort()}`),
    /^WRONG .*\(ECONNREFUSED\): nothing listens there/,
  );
});

test('no answer to a connection: the security group', async (t) => {
  assert.match(
    await look(`redis://127.0.0.1:${await busyPort(t)}`, SHORT),
    /^WRONG .*\(no answer\): its security group must/,
  );
});

test('connected, and no answer to a command', async (t) => {
  const proxy = await startRedisProxy({ upstream: () => server.port });
  t.after(() => proxy.stop());
  proxy.blackHole(true);
  assert.match(
    await look(proxy.url, SHORT),
    /^WRONG no answer from 127\.0\.0\.1:\d+: it is not Redis, or only one side uses TLS/,
  );
});

test('TLS asked of a Redis that has none', async () => {
  assert.match(
    await look(`rediss://127.0.0.1:${server.port}`, SHORT),
    /^WRONG the Redis at 127\.0\.0\.1:\d+ does not speak TLS \(.+\): switch on its encryption/,
  );
});

test('a certificate that nobody vouches for; and one that is trusted', async (t) => {
  const url = `rediss://localhost:${await tlsRedis(t)}`;
  assert.match(
    await look(url),
    /^WRONG the certificate of the Redis at localhost:\d+ is not to be trusted \(\w+\)/,
  );
  const usual = getCACertificates();
  t.after(() => setDefaultCACertificates(usual));
  setDefaultCACertificates([...usual, TEST_CERTIFICATE]);
  assert.match(await look(url), /^ok Redis answers at localhost:\d+, over TLS\n/);
});

test('outside the local stage nothing goes to an address without TLS, least of all the password', async (t) => {
  let connections = 0;
  const trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await listen(t, trap);
  assert.match(
    await look(`redis://:secret@127.0.0.1:${port}`, { stage: 'prod' }),
    /^WRONG Redis at 127\.0\.0\.1:\d+ is not reached over TLS/,
  );
  // Whatever the doctor had opened would have been taken before this one.
  const last = connect(port, '127.0.0.1');
  await once(last, 'close');
  assert.equal(connections, 1);
});
