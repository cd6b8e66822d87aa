import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowList } from '../../lib/egress/allow.ts';
import { connectThrough, egressTo, HOST, rawTarget, requestThrough } from './support.ts';

test('names match exactly, in any case, with or without the trailing dot', () => {
  const allowed = allowList(['Form.Example.', 'münchen.example', '[::1]']);
  for (const host of ['form.example', 'xn--mnchen-3ya.example', '::1']) assert.ok(allowed(host), host);
  for (const host of ['www.form.example', 'form.example.evil.example', 'xform.example', 'example']) {
    assert.ok(!allowed(host), host);
  }
});

test('*. stands for every subdomain, not for the domain itself', () => {
  const allowed = allowList(['*.form.example']);
  for (const host of ['www.form.example', 'a.b.form.example']) assert.ok(allowed(host), host);
  for (const host of ['form.example', 'wwwform.example', 'www.form.example.evil.example'])
    assert.ok(!allowed(host), host);
});

test('an entry that cannot mean a host is an error', () => {
  for (const entry of [
    '',
    '*',
    '*.',
    'a.*.example',
    'https://form.example',
    'form.example:443',
    'form.example/x',
    'a@b',
    '*.127.0.0.1',
  ]) {
    assert.throws(() => allowList([entry]), /cannot|can be allowed/, entry);
  }
});

test('a host outside the list is refused before its name is resolved, and remembered once', async (t) => {
  const resolved: string[] = [];
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port], {
    resolve: async (host) => {
      resolved.push(host);
      return ['127.0.0.1'];
    },
  });
  egress.watch('other.example', target.port);
  for (const _ of [1, 2]) {
    const { status, egress: own } = await connectThrough(t, egress, `other.example:${target.port}`);
    assert.deepEqual([status, own], [403, 'refused']);
  }
  const answer = await requestThrough(egress, `http://other.example:${target.port}/`);
  assert.deepEqual([answer.status, answer.egress], [403, 'refused']);
  assert.match(answer.body, /may not reach other\.example/);
  // The proxy's host check and its connection read the same host, whatever stands before an @.
  const tricked = await connectThrough(t, egress, `${HOST}@other.example:${target.port}`);
  assert.equal(tricked.status, 400);

  assert.deepEqual(egress.refusals, [{ host: 'other.example', port: target.port, why: 'host' }]);
  assert.deepEqual(resolved, []);
  assert.equal(target.connections, 0);
  assert.equal(egress.seal(), 'refused');
});

test('no more than 20 refusals are kept', async (t) => {
  const egress = await egressTo(t, []);
  for (let port = 1; port <= 25; port += 1) await connectThrough(t, egress, `other.example:${port}`);
  assert.deepEqual(
    egress.refusals.map(({ port }) => port),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});
