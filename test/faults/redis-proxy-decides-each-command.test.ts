import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { LedgerError } from '../../lib/submission/errors.ts';
import { startRedis } from '../../local/redis.ts';
import { ARM_TIMES, claimRequest, ledgerOptions, newClaim, newKey, useLedger } from '../support/ledger.ts';
import { until } from '../support/worker.ts';
import { type Decide, type Fate, type Passing, type RedisProxy, startRedisProxy } from './redis-proxy.ts';

const on = useLedger();

let proxy: RedisProxy;
let decide: Decide;
const seen: Passing[] = [];
before(async () => {
  proxy = await startRedisProxy({
    upstream: () => on.server.port,
    decide(passing) {
      seen.push(passing);
      return decide(passing);
    },
  });
});
after(() => proxy.stop());
beforeEach(() => {
  decide = () => 'pass';
  seen.length = 0;
});

/** A plain client through the proxy that tries nothing twice. */
function client(t: { after(end: () => void): void }): Redis {
  const redis = new Redis(proxy.url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => {});
  t.after(() => redis.disconnect());
  return redis;
}

const fateOf =
  (what: string, moment: Passing['moment'], fate: Fate): Decide =>
  (passing) =>
    passing.what === what && passing.moment === moment ? fate : 'pass';

test('commands and replies keep their order, however long single decisions take', async (t) => {
  decide = async ({ args, moment }) => {
    if (args[0] === 'slow') await sleep(moment === 'arrived' ? 60 : 30);
    return args[0] === 'wrong' && moment === 'arrived' ? { error: 'ERR no' } : 'pass';
  };
  const redis = client(t);
  const big = 'x'.repeat(300_000);
  const answers = await Promise.all(
    ['slow', 'wrong', 'a\r\nb', 'slow', big].map((text) =>
      redis.echo(text).catch(({ message }: Error) => message),
    ),
  );
  assert.deepEqual(answers, ['slow', 'ERR no', 'a\r\nb', 'slow', big]);
  const pipeline = await redis.pipeline().set('k', '1').wait(0, 10).hgetall('none').get('k').exec();
  assert.deepEqual(
    pipeline?.map(([, value]) => value),
    ['OK', 0, {}, '1'],
  );
});

test('arrived and cut: not executed, what was before it is; answered and cut: executed', async (t) => {
  decide = fateOf('incr', 'arrived', 'cut');
  await assert.rejects(
    Promise.all([client(t).pipeline().set('before', '1').incr('n').exec()]).then(([all]) => {
      for (const [error] of all ?? []) if (error) throw error;
    }),
  );
  assert.equal(await on.redis.get('n'), null);
  await until('the command before it', () => on.redis.get('before'));

  decide = fateOf('incr', 'answered', 'cut');
  await assert.rejects(client(t).incr('n'));
  assert.equal(await on.redis.get('n'), '1');
});

test('held: silent for ever, and only this connection', async (t) => {
  decide = fateOf('incr', 'arrived', 'hold');
  const held = client(t);
  const answers: string[] = [];
  held.incr('held').then(
    () => answers.push('answered'),
    () => answers.push('broken'),
  );
  held.ping().then(
    () => answers.push('answered'),
    () => answers.push('broken'),
  );
  await until('the held command', () => seen.some(({ what }) => what === 'incr'));
  assert.equal(await client(t).ping(), 'PONG');
  await sleep(50);
  assert.deepEqual(answers, []);
  assert.equal(await on.redis.get('held'), null);
});

test('a decision that takes longer than its client waits: the late command is executed all the same', async (t) => {
  const later = Promise.withResolvers<Fate>();
  decide = ({ what }) => (what === 'incr' ? later.promise : 'pass');
  const redis = client(t);
  const gone = assert.rejects(redis.incr('late'));
  await until('the command', () => seen.some(({ what }) => what === 'incr'));
  redis.disconnect();
  await gone;
  assert.equal(await on.redis.get('late'), null);
  later.resolve('pass');
  await until('the late command', () => on.redis.get('late'));
});

test('a step is recognised, with its key and arguments, once: also where Redis must be sent the script in full', async (t) => {
  await on.redis.script('FLUSH');
  const ledger = new RedisLedger(ledgerOptions(proxy.url));
  t.after(() => ledger.close());
  const mine = newClaim(newKey());
  for (let nth = 1; nth <= 2; nth++) {
    seen.length = 0;
    await ledger.claim(claimRequest(mine));
    const steps = seen.filter(({ key }) => key === mine.key);
    assert.deepEqual(
      steps.map(({ what, moment, answer }) => [what, moment, answer]),
      [
        ['claim', 'arrived', undefined],
        ['claim', 'answered', 'claimed'],
      ],
    );
    assert.deepEqual(steps[0]?.args.slice(0, 2), [mine.token, 'data-a']);
  }
});

test('an error instead of executing', async (t) => {
  const ledger = new RedisLedger(ledgerOptions(proxy.url));
  t.after(() => ledger.close());
  const mine = newClaim(newKey());
  await ledger.claim(claimRequest(mine));
  decide = fateOf('arm', 'arrived', { error: "READONLY You can't write against a read only replica." });
  await assert.rejects(ledger.arm(mine, ARM_TIMES), /READONLY/);
  assert.equal((await on.record(mine.key)).phase, 'claimed');
});

test('refused, black-holed, cut: failures in time; usable again afterwards', async (t) => {
  const ledger = new RedisLedger(ledgerOptions(proxy.url, { connectTimeoutMs: 400, commandTimeoutMs: 400 }));
  t.after(() => ledger.close());
  const claim = () => ledger.claim(claimRequest(newClaim(newKey())));
  await claim();
  for (const fault of ['refuse', 'blackHole'] as const) {
    proxy[fault](true);
    await assert.rejects(claim(), LedgerError);
    await assert.rejects(claim(), LedgerError);
    proxy[fault](false);
    await until(`a claim after ${fault}`, () => claim().catch(() => undefined));
  }
  proxy.cutAll();
  assert.equal((await claim()).kind, 'claimed');
});

test('Redis dies while a reply is being decided on: it is handed over before the connection breaks', async (t) => {
  const other = await startRedis();
  const own = await startRedisProxy({
    upstream: () => other.port,
    async decide({ what, moment }): Promise<Fate> {
      if (what !== 'incr' || moment !== 'answered') return 'pass';
      await other.kill();
      return 'pass';
    },
  });
  const redis = new Redis(own.url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => {});
  t.after(async () => {
    redis.disconnect();
    await own.stop();
  });
  const [first, second] = (await redis.pipeline().incr('n').blpop('none', 0).exec()) ?? [];
  assert.deepEqual(first, [null, 1]);
  assert.ok(second?.[0]);
});

test('stopped while a command is under way: it is executed, and its answer is decided on', async (t) => {
  const moments: string[] = [];
  const own = await startRedisProxy({
    upstream: () => on.server.port,
    async decide({ what, moment }): Promise<Fate> {
      if (what !== 'incr') return 'pass';
      moments.push(moment);
      if (moment === 'arrived') await sleep(100);
      return 'pass';
    },
  });
  const redis = new Redis(own.url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => {});
  t.after(() => redis.disconnect());
  const broken = assert.rejects(redis.incr('under way'));
  await until('the command', () => moments.length === 1);
  await own.stop();
  await broken;
  assert.deepEqual(moments, ['arrived', 'answered']);
  assert.equal(await on.redis.get('under way'), '1');
});
