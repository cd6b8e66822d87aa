import assert from 'node:assert/strict';
import { Agent, createServer } from 'node:http';
import { test } from 'node:test';
import { egressTo, HOST, listen, rawTarget, requestThrough } from './support.ts';

test('a POST on a reused connection, reset by the target: one at the target, a 502 for the client, no reset', async (t) => {
  let posts = 0;
  const target = createServer((request, response) => {
    if (request.method === 'GET') return response.end('form');
    posts += 1;
    return request.socket.resetAndDestroy();
  });
  const port = await listen(t, target);
  const egress = await egressTo(t, [port]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());

  const page = await requestThrough(egress, `http://${HOST}:${port}/`, { agent });
  assert.deepEqual([page.body, page.headers.connection], ['form', 'keep-alive']);
  // More than the buffers on the way hold: it has to be taken in, or closing would reset the client.
  for (const body of ['small', Buffer.alloc(30_000_000)]) {
    const answer = await requestThrough(egress, `http://${HOST}:${port}/`, { method: 'POST', body, agent });
    assert.deepEqual([answer.status, answer.egress, answer.headers.connection], [502, 'tunnelled', 'close']);
    assert.match(answer.body, /gave no valid answer/);
  }
  assert.equal(posts, 2);
});

test('a refusal takes in the body too, however long', async (t) => {
  const egress = await egressTo(t, []);
  const body = Buffer.alloc(30_000_000);
  const answer = await requestThrough(egress, 'http://other.example/', { method: 'POST', body });
  assert.deepEqual([answer.status, answer.egress], [403, 'refused']);
});

for (const [name, says] of Object.entries({
  'nothing at all': '',
  'half a head': 'HTTP/1.1 200 OK\r\ncontent-le',
  'no HTTP': 'SSH-2.0-hello\r\n',
  'a status that is none': 'HTTP/1.1 000 Nothing\r\ncontent-length: 0\r\n\r\n',
  'an upgrade nobody asked for': 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
})) {
  test(`a target that answers ${name}: 502, sent once`, async (t) => {
    const target = await rawTarget(t, (socket) => socket.once('data', () => socket.end(says, 'latin1')));
    const egress = await egressTo(t, [target.port]);
    const answer = await requestThrough(egress, `http://${HOST}:${target.port}/`, {
      method: 'POST',
      body: 'once',
    });
    assert.deepEqual([answer.status, answer.egress], [502, 'tunnelled']);
    assert.equal(target.connections, 1);
    assert.equal(target.received.split('once').length - 1, 1);
  });
}

test('an odd reason phrase does not cost the answer', async (t) => {
  const answer = 'HTTP/1.1 200 O\x01K\r\ncontent-length: 2\r\n\r\nin';
  const target = await rawTarget(t, (socket) => socket.once('data', () => socket.end(answer, 'latin1')));
  const egress = await egressTo(t, [target.port]);
  const { status, body } = await requestThrough(egress, `http://${HOST}:${target.port}/`);
  assert.deepEqual([status, body], [200, 'in']);
});

for (const [framing, half] of Object.entries({
  'of known length': 'content-length: 100\r\n\r\nhalf',
  'in chunks': 'transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n',
})) {
  test(`an answer ${framing} that breaks off halfway breaks the client too`, async (t) => {
    const target = await rawTarget(t, (socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${half}`));
    });
    const egress = await egressTo(t, [target.port]);
    await assert.rejects(requestThrough(egress, `http://${HOST}:${target.port}/`));
    assert.equal(target.connections, 1);
  });
}

for (const [when, delayMs] of Object.entries({ 'at once': 0, 'once all buffers are full': 300 })) {
  test(`a target may answer ${when} without reading the body, and the client's connection goes on`, async (t) => {
    const target = await rawTarget(t, (socket) => {
      socket.once('data', () => {
        socket.pause();
        const answer = 'HTTP/1.1 413 Too Large\r\ncontent-length: 5\r\n\r\nlarge';
        setTimeout(() => socket.write(answer), delayMs);
      });
    });
    const egress = await egressTo(t, [target.port]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    const url = `http://${HOST}:${target.port}/`;
    for (const _ of [1, 2]) {
      const answer = await requestThrough(egress, url, {
        method: 'POST',
        body: Buffer.alloc(30_000_000),
        agent,
      });
      assert.deepEqual([answer.status, answer.body, answer.egress], [413, 'large', undefined]);
      assert.equal(answer.headers.connection, 'keep-alive');
    }
  });
}
