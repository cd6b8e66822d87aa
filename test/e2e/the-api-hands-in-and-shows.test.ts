import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsIn } from '../support/events.ts';
import { registration, useStack } from '../support/stack.ts';
import { until } from '../support/worker.ts';

test('over HTTP: handed in, submitted once by the worker, told as an event, seen with its picture, and settled for whoever asks again', async () => {
  const stack = await useStack({});
  const ask = (path: string, token?: string, body?: unknown) =>
    fetch(new URL(path, stack.apiUrl), {
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  const { createdAt: _, ...submission } = registration('user-1');

  const strangers = ['/forms', '/submissions', '/parked', '/openapi.json'].map((path) => ask(path));
  for (const { status, headers } of await Promise.all(strangers)) {
    assert.equal(status, 401);
    assert.equal(headers.get('content-type'), 'application/problem+json');
  }
  assert.equal((await ask('/submissions', undefined, submission)).status, 401);
  assert.match(await (await ask('/')).text(), /<script type="module" src="\/console\.js">/);
  assert.match(await (await ask('/console.js')).text(), /Bahasa Indonesia/);
  assert.equal((await ask('/parked', stack.tokens.send)).status, 403);

  const handedIn = await ask('/submissions', stack.tokens.send, submission);
  assert.equal(handedIn.status, 202);
  assert.equal(handedIn.headers.get('cache-control'), 'no-store');
  const where = handedIn.headers.get('location') ?? '';
  const look = async () =>
    (await ask(where, stack.tokens.send)).json() as Promise<{ phase?: string; evidence: boolean }>;
  await until('its outcome', async () => (await look()).phase === 'submitted', 60_000);
  await until('an empty queue', async () => (await stack.left()) === 0);
  assert.equal(stack.target.entries().length, 1);

  const told = (await eventsIn(stack.eventsFile)).map(({ type, key }) => [type, `/submissions/${key}`]);
  assert.deepEqual(told, [['submitted', where]]);

  const again = await ask('/submissions', stack.tokens.send, submission);
  assert.equal(again.status, 200);
  assert.equal(((await again.json()) as { phase: string }).phase, 'submitted');
  assert.equal(await stack.left(), 0);

  assert.equal((await look()).evidence, true);
  const link = (await (await ask(`${where}/evidence`, stack.tokens.operate)).json()) as { url: string };
  const picture = await until('the picture', async () => {
    const shown = await ask(link.url);
    return shown.status === 200 ? shown : undefined;
  });
  assert.equal(picture.headers.get('content-type'), 'image/png');
  const bytes = Buffer.from(await picture.arrayBuffer());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  const forged = link.url.replace(/expires=\d/, 'expires=9');
  assert.equal((await ask(forged)).status, 403);

  const printed = stack.offline.flatMap(({ lines }) => lines()).join('\n');
  assert.match(printed, /"route":"\/submissions"/);
  for (const token of Object.values(stack.tokens)) assert.ok(!printed.includes(token), 'no token in the log');
});
