import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { type ApiWorld, keyFor, startApi } from '../support/api.ts';

async function pages(world: ApiWorld, query: string) {
  const all: { key: string; phase: string }[] = [];
  const sizes: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { status, body } = await world.ask('GET', `/submissions?${query}${cursor && `&cursor=${cursor}`}`);
    assert.equal(status, 200);
    all.push(...body.submissions);
    sizes.push(body.submissions.length);
    cursor = body.cursor;
    assert.ok(sizes.length < 500, 'it ends');
  }
  return { all, sizes };
}

test('the cursor lists all, of one phase or of any, in bounded pages', async () => {
  const world = await startApi();
  const write = world.redis.pipeline();
  for (let nth = 0; nth < 3_000; nth++) {
    const phase = nth % 10 === 0 ? 'refused' : 'submitted';
    write.hset(recordKey(`test-form.${nth}`), { phase, form: 'test-form', label: `${nth}`, createdAt: '1' });
  }
  await write.exec();
  const refused = await pages(world, 'phase=refused');
  const wanted = Array.from({ length: 300 }, (_, nth) => `test-form.${nth * 10}`);
  assert.deepEqual([...new Set(refused.all.map(({ key }) => key))].sort(), wanted.sort());
  assert.ok(refused.all.every(({ phase }) => phase === 'refused'));
  const any = await pages(world, '');
  assert.equal(new Set(any.all.map(({ key }) => key)).size, 3_000);
  assert.ok(any.sizes.length > 5 && Math.max(...any.sizes) < 1_000, any.sizes.join(' '));
});

test('a rare phase ends in pages that may be empty, never in a wait for all of the ledger', async () => {
  const world = await startApi();
  const write = world.redis.pipeline();
  for (let nth = 0; nth < 12_000; nth++) write.hset(recordKey(`test-form.${nth}`), { phase: 'submitted' });
  await write.exec();
  await world.settled('a', 'unknown');
  const { all, sizes } = await pages(world, 'phase=unknown');
  assert.deepEqual(
    all.map(({ key }) => key),
    [keyFor('a')],
  );
  assert.ok(sizes.length > 1, 'more than one page');
});

test('one that is worked on shows its lease and how long ago its heart beat', async () => {
  const world = await startApi();
  await world.armed('a');
  const [one] = (await pages(world, 'phase=armed')).all as unknown as [
    { lease: { leftMs: number; beatMsAgo: number } },
  ];
  assert.ok(one.lease.leftMs > 5_000 && one.lease.leftMs <= 10_000);
  assert.ok(Math.abs(one.lease.leftMs + one.lease.beatMsAgo - 10_000) < 50);
});

test('no such phase, no such cursor', async () => {
  const world = await startApi();
  for (const query of [
    'phase=nowhere',
    'cursor=-1',
    'cursor=x',
    'cursor=99999999999999999999',
    'colour=red',
  ]) {
    assert.equal((await world.ask('GET', `/submissions?${query}`)).status, 422, query);
  }
});
