import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../functions/api/routes/index.ts';
import { newToken } from '../../lib/config/tokens.ts';
import { KEY, startApi } from '../support/api.ts';

const pathOf = (path: string) => path.replace('{key}', KEY).replace(/\{\w+\}/, 'some-id');

test('without a valid token every route, and everything else but the console, answers 401 and nothing more', async () => {
  const world = await startApi();
  const strange = newToken('eve', 'operate').secret;
  const all = [
    ...routes.map(({ method, path }) => [method, pathOf(path)] as const),
    ...[
      ['POST', '/'],
      ['GET', '/console'],
      ['GET', '/console.js/'],
      ['GET', '/nothing'],
      ['DELETE', '/submissions'],
      ['OPTIONS', '/submissions'],
      ['GET', '/%zz'],
    ].map(([method = '', path = '']) => [method, path] as const),
  ];
  const bodies = { 'content-type': 'text/plain' };
  for (const [method, path] of all) {
    const without = [
      { token: null },
      { token: null, headers: bodies, text: 'x' },
      { token: strange },
      { token: null, headers: { authorization: '' } },
      { token: null, headers: { authorization: `Basic ${world.tokens.operate}` } },
      { token: `${world.tokens.operate}x` },
      { token: world.tokens.operate.slice(0, -1) },
      { token: 'x'.repeat(10_000) },
    ];
    for (const asked of without) {
      const { status, body, headers } = await world.ask(method, path, asked);
      assert.equal(status, 401, `${method} ${path} ${JSON.stringify(asked)}`);
      assert.equal(body.type, 'urn:sekali:unauthorized');
      assert.equal(headers['content-type'], 'application/problem+json');
      assert.equal(headers['www-authenticate'], 'Bearer');
    }
  }
  assert.equal(await world.left(), 0);
});

test('the console is for anyone, holds nothing of anybody, and runs no code but its own', async () => {
  const world = await startApi();
  await world.settled('a', 'unknown');
  for (const path of ['/', '/console.js', '/console.css']) {
    const [anyone, operator] = [
      await world.ask('GET', path, { token: null }),
      await world.ask('GET', path, {}),
    ];
    assert.equal(anyone.status, 200, path);
    assert.deepEqual(anyone.bytes, operator.bytes);
    assert.doesNotMatch(anyone.bytes.toString(), /a at test|test-form|sekali_/);
    const policy = String(anyone.headers['content-security-policy']);
    assert.match(
      policy,
      /default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;/,
    );
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.equal(anyone.headers['cache-control'], 'no-store');
  }
  assert.equal((await world.ask('POST', '/')).headers.allow, 'GET');
});

test('a signature is no token for anything but a picture', async () => {
  const world = await startApi();
  for (const { method, path, access } of routes) {
    const { status } = await world.ask(method, `${pathOf(path)}?expires=9999999999999&signature=00`, {
      token: null,
    });
    assert.equal(status, access === 'link' ? 404 : 401, path);
  }
});
