import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>hello'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const datagrams = createSocket('udp4');
await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
after(() => {
  server.close();
  datagrams.close();
});
const browser = warmBrowser();
const proxy = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };

test('a page has no shared workers', async () => {
  const loan = await browser.newContext({ proxy });
  await loan.page.goto('http://site.example/');
  assert.equal(await loan.page.evaluate('typeof SharedWorker'), 'undefined');
  await loan.close();
});

test('a page behind a proxy sends no UDP, by WebRTC or WebTransport', async () => {
  let received = 0;
  datagrams.on('message', () => {
    received += 1;
  });
  const port = datagrams.address().port;
  const loan = await browser.newContext({ proxy });
  await loan.page.goto('http://localhost/');
  const candidates = await loan.page.evaluate(`(async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
    peer.createDataChannel('any');
    const found = [];
    const complete = new Promise((resolve) => {
      peer.onicecandidate = (event) => event.candidate ? found.push(event.candidate.candidate) : resolve();
    });
    await peer.setLocalDescription(await peer.createOffer());
    await complete;
    return found;
  })()`);
  assert.deepEqual(candidates, []);
  const transport = await loan.page.evaluate(
    `new WebTransport('https://127.0.0.1:${port}/').ready.then(() => 'open', () => 'refused')`,
  );
  assert.equal(transport, 'refused');
  assert.equal(received, 0);
  await loan.close();
});
