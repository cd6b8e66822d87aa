import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attach } from '../../lib/form/index.ts';
import { drive, testForm } from '../support/run.ts';
import { html, RECEIPT, startTarget } from '../support/target.ts';
import { fillIn } from './support.ts';

const CV = {
  name: 'cv é.pdf',
  type: 'application/pdf',
  base64: Buffer.from('%PDF-1.7 é').toString('base64'),
};

test('the bytes arrive, with name and type', async () => {
  const target = await startTarget(({ method }, response) =>
    method === 'POST'
      ? html(response, RECEIPT)
      : html(
          response,
          '<form method="post" action="/" enctype="multipart/form-data"><label>CV <input type="file" name="cv"></label><button>Send</button></form>',
        ),
  );
  const form = testForm(target, { fill: (page) => attach(page.getByLabel('CV'), CV) });
  assert.equal((await drive(form, target)).kind, 'submitted');
  const { body = '' } = target.seen.find(({ method }) => method === 'POST') ?? {};
  assert.ok(body.includes('name="cv"; filename="cv é.pdf"'), body);
  assert.ok(body.includes('Content-Type: application/pdf\r\n\r\n%PDF-1.7 é\r\n'), body);
});

test('a page that throws the file away stops before the submit', async () => {
  const picky = `<label>CV <input type="file" name="cv" onchange="this.value = ''"></label>`;
  const { posts, thrown } = await fillIn(picky, (page) => attach(page.getByLabel('CV'), CV));
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: CV: /);
});
