import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensFrom } from '../../functions/api/token-source.ts';
import { tokenList } from '../../lib/config/token-list.ts';
import { newToken, readTokens, whoseIs } from '../../lib/config/tokens.ts';
import { DATA, KEY, startApi } from '../support/api.ts';

const ana = newToken('ana', 'operate');
const shop = newToken('shop', 'send');
const listOf = (...some: (typeof ana)[]) => JSON.stringify(some.map(({ token }) => token));

test('a token is known by its hash, and the list does not tell the token', () => {
  const list = listOf(ana, shop);
  assert.ok(!list.includes(ana.secret) && !list.includes(shop.secret));
  assert.deepEqual(whoseIs(shop.secret, readTokens(list)), { name: 'shop', role: 'send' });
  assert.equal(whoseIs(`${shop.secret} `, readTokens(list)), undefined);
  assert.equal(whoseIs('', readTokens('[]')), undefined);
  assert.notEqual(newToken('ana', 'operate').secret, ana.secret);
});

test('the list is read again after a minute: a token that was taken out ends, a new one begins', async () => {
  const place = { text: listOf(ana), reads: 0 };
  const clock = { ms: 0 };
  const list = tokenList(
    async () => {
      place.reads += 1;
      return place.text;
    },
    { warn: () => {} },
    () => clock.ms,
  );
  const knows = async ({ secret }: typeof ana) => whoseIs(secret, await list()) !== undefined;
  assert.ok(await knows(ana));
  place.text = listOf(shop);
  clock.ms = 59_000;
  assert.ok(await knows(ana), 'within the minute');
  assert.equal(place.reads, 1);
  clock.ms = 61_000;
  assert.deepEqual(await Promise.all([knows(ana), knows(shop)]), [false, true]);
  assert.equal(place.reads, 2, 'once for all who ask');
});

test('where it cannot be read, the last one stands; where there was none, nobody gets in', async () => {
  const clock = { ms: 0 };
  const warnings: unknown[] = [];
  let text: string | undefined;
  const list = tokenList(
    async () => text ?? Promise.reject(new Error('Secrets Manager is away')),
    { warn: (_, fields) => void warnings.push(fields) },
    () => clock.ms,
  );
  await assert.rejects(list(), /away/);
  text = listOf(ana);
  assert.equal((await list()).length, 1, 'the failure is not kept');
  text = undefined;
  clock.ms = 61_000;
  assert.equal((await list()).length, 1);
  assert.deepEqual(warnings, [{ why: 'Secrets Manager is away' }]);
});

test('a list that is wrong is refused whole, without telling what is in it', () => {
  for (const [text, says] of [
    ['nonsense sekali_x', /not JSON/],
    ['{}', /expected array/],
    ['[{"name":"a","role":"root","sha256":""}]', /0\.role must be send or operate.*0\.sha256 must be/],
    ['[{"name":"a","role":"send","token":"sekali_x"}]', /sha256/],
    [listOf(ana, ana), /name twice/],
  ] as const) {
    assert.throws(() => readTokens(text), says);
    assert.throws(
      () => readTokens(text),
      (thrown: Error) => !thrown.message.includes('sekali_x'),
    );
  }
});

test('no place for the list is no API that anybody gets into', () => {
  assert.throws(() => tokensFrom({}, { warn: () => {} }), /apiTokensSecret is missing/);
  assert.throws(() => tokensFrom({ secret: '' }, { warn: () => {} }), /apiTokensSecret is missing/);
});

test('the list of a deployed stage is the secret with this ARN', async () => {
  const asked: string[] = [];
  const list = tokensFrom({ secret: 'arn:x' }, { warn: () => {} }, async (id) => {
    asked.push(id);
    return listOf(ana);
  });
  assert.equal((await list())[0]?.name, 'ana');
  assert.deepEqual(asked, ['arn:x']);
});

test('the log tells who asked for what, never a token, data or an address’ query', async () => {
  const world = await startApi();
  await world.ask('POST', '/submissions', {
    body: { form: 'test-form', data: DATA },
    token: world.tokens.send,
  });
  await world.ask('GET', `/submissions/${KEY}?x=${world.tokens.operate}`);
  await world.ask('GET', '/submissions', { token: 'sekali_not-a-token' });
  await world.ask('POST', '/submissions', { text: `{ "${DATA.email}`, headers: { cookie: 'a=b' } });
  const said = JSON.stringify(world.log);
  for (const hidden of [world.tokens.send, world.tokens.operate, 'sekali_not', DATA.email, 'a=b']) {
    assert.ok(!said.includes(hidden), hidden);
  }
  const { tookMs, ...first } = world.log.find(({ message }) => message === 'request')?.fields ?? {};
  assert.deepEqual(first, { method: 'POST', who: 'shop', route: '/submissions', status: 202 });
  assert.equal(typeof tookMs, 'number');
  assert.equal(world.log.filter(({ message }) => message === 'request').length, 4);
});
