import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { html, RECEIPT, SCHEMES, type Seen, startTarget } from '../support/target.ts';
import { byBrowser, type Form } from './support.ts';

/** Submits by script, so that the page stays and goes on asking: by request, by image, by WebSocket that comes back. */
const PAGE = `<input name="name"><button>Send</button><p id="said"></p><script>
  const ask = (what) => fetch(what).then((r) => r.text()).catch(() => 'failed');
  setInterval(() => ask('/poll'), 150);
  setInterval(() => { new Image().src = '/image?' + Math.random() }, 150);
  const listen = () => { new WebSocket(location.origin.replace('http', 'ws') + '/live').onclose = () => setTimeout(listen, 20) };
  listen();
  document.querySelector('button').onclick = async () => {
    const answer = await fetch('/submit', { method: 'POST', body: 'name=Ana' }).then((r) => r.text());
    fetch('/submit', { method: 'POST', body: 'twice' }).catch(() => {});
    const after = await ask('/after');
    document.body.innerHTML = answer + after;
  };
</script>`;
const HELD_MS = 600;

for (const scheme of SCHEMES) {
  test(`${scheme}: from the hold to the answer the target sees the submission and nothing else`, async () => {
    let answered = false;
    const meanwhile: string[] = [];
    let armed = false;
    const target = await startTarget((seen: Seen, response) => {
      if (armed && !answered) meanwhile.push(`${seen.method} ${seen.path}`);
      if (seen.method !== 'POST') return html(response, seen.path === '/' ? PAGE : seen.path);
      setTimeout(() => {
        answered = true;
        html(response, RECEIPT);
      }, HELD_MS);
    }, scheme);
    const arm = async () => {
      armed = true;
      await sleep(HELD_MS);
    };
    const form: Form = {
      submission: { method: 'POST', path: '/submit' },
      receipt: (answer) => (answer.text.includes('/after') ? answer.$('#receipt') : undefined),
    };
    const connections = () => target.socketBytes.length;
    let connectedBefore = 0;
    const result = await byBrowser(target, form, {
      arm: async () => {
        connectedBefore = connections();
        await arm();
        assert.equal(connections(), connectedBefore, 'no WebSocket came back');
      },
    });
    // The page goes on where it was: what waited was not dropped.
    assert.equal(result.kind, 'submitted', JSON.stringify(result));
    assert.deepEqual(meanwhile, ['POST /submit']);
    assert.equal(target.count('POST'), 1);
  });
}
