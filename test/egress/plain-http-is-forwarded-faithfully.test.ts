import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Agent, createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { parseRequestUrl } from '../../lib/egress/target.ts';
import { egressTo, HOST, listen, rawTarget, requestThrough, until } from './support.ts';

test('headers pass in order and twice, but for those of the hop; the host is the checked one', async (t) => {
  let seen: IncomingMessage | undefined;
  const server = createServer((request, response) => {
    seen = request;
    response.writeHead(201, 'Made', [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Sekali-Egress', 'dns'],
      ['Proxy-Authenticate', 'Basic'],
      ['X-Hop', 'gone'],
      ['Connection', 'x-hop'],
    ]);
    response.end('made');
  });
  const port = await listen(t, server);
  const egress = await egressTo(t, [port]);
  const answer = await requestThrough(egress, `http://${HOST}:${port}/a/b?c=%20d`, {
    headers: {
      host: 'evil.example',
      cookie: 'a=1',
      'X-Twice': ['1', '2'],
      connection: 'keep-alive, x-hop',
      'x-hop': 'gone',
      'proxy-authorization': 'Basic c2VjcmV0',
      'proxy-connection': 'keep-alive',
      te: 'trailers',
      expect: '100-continue',
    },
  });
  assert.equal(seen?.url, '/a/b?c=%20d');
  assert.deepEqual(seen?.rawHeaders, [
    'host',
    `${HOST}:${port}`,
    'cookie',
    'a=1',
    'X-Twice',
    '1',
    'X-Twice',
    '2',
    'Connection',
    'close',
  ]);
  assert.deepEqual([answer.status, answer.body], [201, 'made']);
  assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2']);
  for (const gone of ['x-sekali-egress', 'proxy-authenticate', 'x-hop'])
    assert.equal(answer.headers[gone], undefined, gone);
});

test('long bodies stream both ways unchanged, at the pace of the slower side', async (t) => {
  const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
  const server = createServer((request, response) => {
    assert.equal(request.headers['content-length'], '8000000');
    request.pipe(response);
  });
  const port = await listen(t, server);
  const egress = await egressTo(t, [port]);
  const body = Buffer.alloc(8_000_000, 'abcdefghijk');
  const answer = await requestThrough(egress, `http://${HOST}:${port}/`, { method: 'POST', body });
  assert.equal(sha(answer.body), sha(body));
});

test('a body of unknown length stays framed, even with a method that has none', async (t) => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(`${request.method} ${await text(request)}`);
    response.end();
  });
  const port = await listen(t, server);
  const egress = await egressTo(t, [port]);
  const smuggled = 'GET /second HTTP/1.1\r\nhost: x\r\n\r\n';
  for (const method of ['POST', 'GET', 'DELETE']) {
    const headers = { 'transfer-encoding': 'chunked' };
    const answer = await requestThrough(egress, `http://${HOST}:${port}/`, {
      method,
      headers,
      body: smuggled,
    });
    assert.equal(answer.status, 200);
  }
  assert.deepEqual(bodies, [`POST ${smuggled}`, `GET ${smuggled}`, `DELETE ${smuggled}`]);
});

test('HEAD, 304 and an answer with very long headers pass', async (t) => {
  const long = 'x'.repeat(60_000);
  const server = createServer({ maxHeaderSize: 100_000 }, (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'content-length': '1234' }).end();
    else if (request.url === '/304') response.writeHead(304, { etag: '"1"' }).end();
    else response.writeHead(200, { 'x-long': request.headers['x-long'] }).end();
  });
  const port = await listen(t, server);
  const egress = await egressTo(t, [port]);
  const head = await requestThrough(egress, `http://${HOST}:${port}/`, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers['content-length'], head.body], [200, '1234', '']);
  const unchanged = await requestThrough(egress, `http://${HOST}:${port}/304`);
  assert.deepEqual([unchanged.status, unchanged.headers.etag], [304, '"1"']);
  const echoed = await requestThrough(egress, `http://${HOST}:${port}/`, { headers: { 'x-long': long } });
  assert.equal(echoed.headers['x-long'], long);
});

test('the head of an answer does not wait for its body', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    response.flushHeaders();
    await released;
    response.end('late');
  });
  const port = await listen(t, server);
  const egress = await egressTo(t, [port]);
  const answer = requestThrough(egress, `http://${HOST}:${port}/`, { onHead: release });
  assert.equal((await answer).body, 'late');
});

test('many requests on one connection leave nothing behind', async (t) => {
  const warnings: string[] = [];
  const warn = (warning: Error) => warnings.push(warning.name);
  process.on('warning', warn);
  t.after(() => process.off('warning', warn));
  const port = await listen(
    t,
    createServer((_, response) => response.end()),
  );
  const egress = await egressTo(t, [port]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  for (let n = 0; n < 15; n += 1) await requestThrough(egress, `http://${HOST}:${port}/`, { agent });
  // Warnings come in a later turn, before this one's timers.
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.deepEqual(warnings, []);
});

test('the host header is as browsers write it', () => {
  const read = (url: string) => parseRequestUrl(url)?.hostHeader;
  assert.equal(read('http://Form.Example/a'), 'form.example');
  assert.equal(read('http://user:secret@form.example:80/a'), 'form.example');
  assert.equal(read('http://[::1]:8080/a'), '[::1]:8080');
});

test('a client that leaves takes its upstream connection along', async (t) => {
  let targetClosed = false;
  const target = await rawTarget(t, (socket) => {
    socket.once('close', () => {
      targetClosed = true;
    });
  });
  const egress = await egressTo(t, [target.port]);
  const client = connect(Number(new URL(egress.url).port), '127.0.0.1');
  client.write(`GET http://${HOST}:${target.port}/ HTTP/1.1\r\nhost: x\r\n\r\n`);
  await until(() => target.received.includes('GET /'), 'the request arrived');
  client.destroy();
  await until(() => targetClosed, 'the target saw its connection close');
});
