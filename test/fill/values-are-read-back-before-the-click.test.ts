import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter } from '../../lib/form/index.ts';
import { drive, testForm } from '../support/run.ts';
import { html, RECEIPT, startTarget } from '../support/target.ts';
import { fillIn } from './support.ts';

const NAME = '<label>Name <input name="name"></label>';
const OTHER = '<label>Other <input name="other"></label>';

test('a value that the page wiped after it was filled is entered again', async () => {
  const wipes = `${NAME}${OTHER}<script>
    document.querySelector('[name=other]').addEventListener('input', () => { document.querySelector('[name=name]').value = ''; }, { once: true });
  </script>`;
  const { sent } = await fillIn(wipes, async (page) => {
    await enter(page.getByLabel('Name'), 'Ayu');
    await enter(page.getByLabel('Other'), 'x');
  });
  assert.deepEqual([sent.get('name'), sent.get('other')], ['Ayu', 'x']);
});

test('a page that wipes it again and again stops before the submit', async () => {
  const wipes = `${NAME}<script>setInterval(() => { document.querySelector('[name=name]').value = ''; }, 1)</script>`;
  const { posts, thrown } = await fillIn(wipes, (page) => enter(page.getByLabel('Name'), 'Ayu'));
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: Name: /);
});

test('a field that the page replaced is not filled blindly', async () => {
  const replaces = `<div id="step">${NAME}</div>${OTHER}<script>
    document.querySelector('[name=other]').addEventListener('input', () => { step.innerHTML = '<label>Name <input name="witness"></label>'; });
  </script>`;
  const { posts, thrown } = await fillIn(replaces, async (page) => {
    await enter(page.getByLabel('Name'), 'Ayu');
    await enter(page.getByLabel('Other'), 'x');
  });
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: Name: the page replaced this field/);
});

test('a field that is gone, with the step it belonged to, is left alone', async () => {
  const steps = `<div id="step">${NAME}</div>${OTHER}<script>
    document.querySelector('[name=other]').addEventListener('input', () => {
      document.querySelector('[name=name]').type = 'hidden';
      document.querySelector('form').append(document.querySelector('[name=name]'));
      step.remove();
    });
  </script>`;
  const { sent } = await fillIn(steps, async (page) => {
    await enter(page.getByLabel('Name'), 'Ayu');
    await enter(page.getByLabel('Other'), 'x');
  });
  assert.deepEqual([sent.get('name'), sent.get('other')], ['Ayu', 'x']);
});

test('the next page of a form may have a field of the same name', async () => {
  const next = await startTarget(({ method, path }, response) => {
    if (method === 'POST') return html(response, RECEIPT);
    const [action, more] = path === '/' ? ['/next', 'method="get"'] : ['/submit', 'method="post"'];
    return html(
      response,
      `<form action="${action}" ${more}><label>Name <input name="n"></label><button>Send</button></form>`,
    );
  });
  const form = testForm(next, {
    async fill(page) {
      await enter(page.getByLabel('Name'), 'Ayu');
      await page.getByRole('button').click();
      await page.waitForURL('**/next?n=Ayu');
    },
  });
  assert.equal((await drive(form, next)).kind, 'submitted');
  assert.equal(next.seen.find(({ method }) => method === 'POST')?.body, 'n=');
});

test('a page that loaded itself anew, and lost what was filled, is not submitted', async () => {
  const target = await startTarget((_, response) =>
    html(response, `<form method="post">${NAME}<button>Send</button></form>`),
  );
  const form = testForm(target, {
    async fill(page) {
      await enter(page.getByLabel('Name'), 'Ayu');
      await page.reload();
    },
  });
  await assert.rejects(drive(form, target), /Name: the page replaced this field/);
  assert.equal(target.count('POST'), 0);
});

test('a tab that fill closed again is left alone', async () => {
  const { sent } = await fillIn(NAME, async (page) => {
    const tab = await page.context().newPage();
    await tab.setContent('<label>Code <input></label>');
    await enter(tab.getByLabel('Code'), '1234');
    await tab.close();
    await enter(page.getByLabel('Name'), 'Ayu');
  });
  assert.equal(sent.get('name'), 'Ayu');
});

test('a frame that went away is left alone', async () => {
  const frame = `<iframe srcdoc="<label>Code <input></label>"></iframe>`;
  const { sent } = await fillIn(`${NAME}${frame}`, async (page) => {
    await enter(page.frameLocator('iframe').getByLabel('Code'), '1234');
    await page.locator('iframe').evaluate((element) => element.remove());
    await enter(page.getByLabel('Name'), 'Ayu');
  });
  assert.equal(sent.get('name'), 'Ayu');
});
