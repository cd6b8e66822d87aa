import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { startChild } from '../../local/children.ts';
import { freePort } from '../../local/ports.ts';
import { redisServer } from '../../local/redis-binary.ts';
import { redisFindings, wrongOnes } from '../doctor/support.ts';
import { initLedger, ledgerOptions, newKey } from '../support/ledger.ts';
import { until } from '../support/until.ts';
import { deliver } from './support.ts';

test('a Redis in cluster mode: doctor says so, nothing runs, and not a byte of a submission is written', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'sekali-cluster-'));
  const port = await freePort();
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
  const server = await startChild(await redisServer(), [...place, '--cluster-enabled', 'yes'], {
    stdio: 'ignore',
  });
  const url = `redis://127.0.0.1:${port}`;
  const redis = new Redis(url);
  redis.on('error', () => {});
  const ledger = new RedisLedger(ledgerOptions(url));
  t.after(async () => {
    ledger.close();
    redis.disconnect();
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });
  await redis.cluster('ADDSLOTSRANGE', 0, 16_383);
  await until('the cluster', async () => (await redis.cluster('INFO')).includes('cluster_state:ok'));
  await initLedger(url);

  const wrong = wrongOnes(await redisFindings({ redisUrl: url }));
  assert.equal(wrong.length, 1);
  assert.match(wrong[0] ?? '', /cluster mode, which the ledger cannot use/);

  const end = await deliver(ledger, newKey()).disposition;
  assert.ok(end.kind === 'retry' && /cluster mode/.test(end.why), JSON.stringify(end));
  assert.equal(await redis.dbsize(), 1);
});
