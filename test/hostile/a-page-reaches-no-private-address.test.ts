import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { until } from '../support/until.ts';

/** What no page may reach: it stands for Redis, and for the metadata of a cloud. Keeps the first line of all that comes. */
const lines: string[] = [];
let port = 0;
let port6 = 0;
const servers: Server[] = [];
async function listenOn(host: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (chunk: Buffer) => lines.push(chunk.toString('latin1').split('\r\n')[0] ?? ''));
    socket.once('data', () => socket.end('HTTP/1.1 204 None\r\naccess-control-allow-origin: *\r\n\r\n'));
  });
  servers.push(server);
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
before(async () => {
  port = await listenOn('127.0.0.1');
  port6 = await listenOn('::1');
});
after(() => {
  for (const server of servers) server.close();
});

/** All are allowed by name: what stands against them is the look at the address alone. */
const allow = [
  '127.0.0.1',
  'localhost',
  '::1',
  '::ffff:127.0.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '127.1.2.3',
];
const LOCAL = ['127.0.0.1', '127.1.2.3', '0.0.0.0', 'localhost', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'];
const ODD = ['2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.1', '017700000001'];
const addresses = () => [
  ...[...LOCAL, ...ODD].map((host) => `${host}:${port}`),
  `[::1]:${port6}`,
  '169.254.169.254',
];

const element = (name: string, properties: string) =>
  `document.body.append(Object.assign(document.createElement('${name}'), { ${properties} }))`;
const worker = (script: string) => `new Worker(URL.createObjectURL(new Blob([\`${script}\`])))`;
const get = (url: string) => `fetch('${url}', { mode: 'no-cors' }).catch(() => {})`;

/** Each makes a page ask for an address. */
const WAYS: Readonly<Record<string, (address: string) => string>> = {
  fetch: (to) => get(`http://${to}`),
  'redirected-fetch': (to) => get(`/redirect?http://${to}`),
  image: (to) => element('img', `src: 'http://${to}'`),
  script: (to) => element('script', `src: 'http://${to}'`),
  iframe: (to) => element('iframe', `src: 'http://${to}'`),
  'redirected-iframe': (to) => element('iframe', `src: '/redirect?http://${to}'`),
  'event-source': (to) => `new EventSource('http://${to}')`,
  'web-socket': (to) => `new WebSocket('ws://${to}')`,
  worker: (to) => worker(get(`http://${to}`)),
  'web-socket-of-a-worker': (to) => worker(`new WebSocket('ws://${to}')`),
  popup: (to) => `open('http://${to}')`,
};
const asking = (to: readonly string[]) =>
  Object.entries(WAYS).flatMap(([name, way]) => to.map((address) => way(`${address}/${name}`)));

const startAsking = (script: string) =>
  startTarget(({ method, path, query }, response) => {
    if (path === '/redirect') return response.writeHead(302, { location: query }).end();
    return html(response, method === 'POST' ? RECEIPT : `${PAGE}<script>${script}</script>`);
  });

test('control: each way leads there where the address is let through', async () => {
  const target = await startAsking(asking([`127.0.0.1:${port}`]).join(';'));
  const missing = () => Object.keys(WAYS).filter((name) => !lines.includes(`GET /${name} HTTP/1.1`));
  const form = testForm(target, {
    allow,
    async fill(page, { name }) {
      await page.locator('input').fill(name);
      await until('all ways', () => missing().length === 0, 5_000).catch(() => {});
    },
  });
  await drive(form, target, { localTargets: [target.host, `127.0.0.1:${port}`] });
  assert.deepEqual(missing(), []);
});

/** Popups by themselves, and not more of them than may be open. */
const popups = () =>
  addresses()
    .slice(-9)
    .map((to) => WAYS.popup?.(`${to}/popup`));
const allButPopups = () => asking(addresses()).filter((way) => !way.startsWith('open('));

for (const [what, ways] of Object.entries({ 'no popup': popups, 'no other way': allButPopups })) {
  test(`${what} leads to a private address, however that is written; the form is sent`, async () => {
    lines.length = 0;
    const target = await startAsking(ways().join(';'));
    const form = testForm(target, {
      allow,
      async fill(page, { name }) {
        await page.locator('input').fill(name);
        // Longer than the control takes for all of them.
        await sleep(1_500);
      },
    });
    const { kind } = await drive(form, target, { actionMs: 5_000 });
    assert.deepEqual({ kind, lines }, { kind: 'submitted', lines: [] });
  });
}

test('a page that redirects to a private address: parked, for no attempt helps', async () => {
  let location = '';
  const target = await startTarget((_, response) => response.writeHead(302, { location }).end());
  for (const address of addresses()) {
    location = `http://${address}/`;
    await assert.rejects(drive(testForm(target, { allow }), target), { reason: 'hostNotAllowed' }, address);
  }
  assert.deepEqual(lines, []);
});

for (const url of [
  'file:///etc/passwd',
  'data:text/html,<p>x',
  'chrome://version',
  'view-source:http://a.test',
]) {
  test(`a page that wants to go to ${url} stays, one that redirects there is stopped`, async () => {
    const page = await startAsking(`location.href = '${url}'; open('${url}')`);
    assert.equal((await drive(testForm(page), page)).kind, 'submitted');
    const target = await startTarget((_, response) => response.writeHead(302, { location: url }).end());
    await assert.rejects(drive(testForm(target), target), /could not be loaded/);
  });
}
