import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

const AT = `location.origin.replace('http', 'ws') + '/socket'`;

const SENDS: Record<string, string> = {
  'a WebSocket': `const socket = new WebSocket(${AT}); socket.onopen = () => socket.send('a')`,
  'a WebSocketStream': `new WebSocketStream(${AT}).opened.then(({ writable }) => writable.getWriter().write('a'))`,
  'a WebSocket of a fresh frame': `const { WebSocket: Fresh } = document.documentElement
    .appendChild(document.createElement('iframe')).contentWindow;
    const socket = new Fresh(${AT}); socket.onopen = () => socket.send('a')`,
};

for (const [what, script] of Object.entries(SENDS)) {
  test(`a message that ${what} of the page sends does not leave`, async () => {
    const target = await startTarget(({ method }, response) =>
      html(response, method === 'POST' ? RECEIPT : `${PAGE}<script>${script}</script>`),
    );
    const arm = () => sleep(700);
    assert.equal((await drive(testForm(target), target, { arm })).kind, 'submitted');
    assert.equal(
      target.socketBytes.reduce((sum, bytes) => sum + bytes, 0),
      0,
    );
  });
}

// No route sees what a worker's socket sends, and no script of ours runs in a worker.
test('a message that a WebSocket of a worker sends does not leave', { todo: true }, async () => {
  const worker = `new Worker(URL.createObjectURL(new Blob(["const socket = new WebSocket('" + ${AT} + "');
    socket.onopen = () => socket.send('a')"])))`.replace(/\s+/g, ' ');
  const target = await startTarget(({ method }, response) =>
    html(response, method === 'POST' ? RECEIPT : `${PAGE}<script>${worker}</script>`),
  );
  await drive(testForm(target), target, { arm: () => sleep(700) });
  assert.equal(
    target.socketBytes.reduce((sum, bytes) => sum + bytes, 0),
    0,
  );
});
