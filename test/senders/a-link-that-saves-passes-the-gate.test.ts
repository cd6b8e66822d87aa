import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drive, testForm } from '../support/run.ts';
import { html, RECEIPT, startTarget } from '../support/target.ts';

const BY_GET = { submission: { method: 'GET', path: '/confirm' } };
const LINK = '<a download href="/confirm?a=1"';
const fresh = `Object.assign(document.createElement('a'), { download: '', href: '/confirm?a=1' })`;

/** How a page saves what a link leads to, by a click on its button. */
const SAVES: Record<string, string> = {
  'a link around the button': `${LINK}><button>Send</button></a>`,
  'a link in a shadow root': `<div><template shadowrootmode="open">${LINK}><button>Send</button></a></template></div>`,
  'a link that is on no page': `<button onclick="${fresh}.click()">Send</button>`,
  'an event for a link that is on no page': `<button onclick="${fresh}.dispatchEvent(new MouseEvent('click'))">Send</button>`,
  'a link of a fresh frame': `<button onclick="const inner = document.body.appendChild(document.createElement('iframe')).contentDocument;
    inner.body.appendChild(Object.assign(inner.createElement('a'), { download: '', href: '/confirm?a=1' })).click()">Send</button>`,
};

for (const [what, control] of Object.entries(SAVES)) {
  test(`a declared GET submission by ${what}: held until armed, and sent once`, async () => {
    const target = await startTarget(({ path }, response) =>
      html(response, path === '/confirm' ? RECEIPT : `<input name="name">${control}`),
    );
    let before: number | undefined;
    const arm = async () => {
      await sleep(500);
      before = target.count('GET', '/confirm');
    };
    const result = await drive(testForm(target, BY_GET), target, { arm });
    assert.equal(before, 0);
    assert.equal(result.kind, 'submitted');
    assert.equal(target.count('GET', '/confirm'), 1);
  });
}

test('before the click it is dropped as any other', async () => {
  const target = await startTarget((_, response) =>
    html(response, `<input name="name">${LINK} id="save">Save</a><script>save.click()</script>`),
  );
  await assert.rejects(drive(testForm(target, BY_GET), target), /submittedDuringFill|led to the submission/);
  assert.equal(target.count('GET', '/confirm'), 0);
});
