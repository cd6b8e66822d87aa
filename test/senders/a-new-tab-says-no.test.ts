import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

const NEW_TAB = PAGE.replace('<form ', '<form target="_blank" ');

async function answeredInNewTab(body: string, status = 200) {
  const target = await startTarget((seen, response) =>
    seen.method === 'POST' ? html(response, body, status) : html(response, NEW_TAB),
  );
  const form = testForm(target, { expired: (answer) => answer.$('#expired') });
  const result = await drive(form, target, { proofMs: 2_000 });
  assert.equal(target.count('POST'), 1);
  return result.kind;
}

test('a refusal in a new tab is believed', async () => {
  assert.equal(await answeredInNewTab('<p id="refused">sold out</p>'), 'refused');
});

test('so is an expired session, of which one fresh try follows', async () => {
  assert.equal(await answeredInNewTab('<p id="expired">please begin again</p>'), 'expired');
});

test('what only a script of the new tab says is not: it leads to another send', async () => {
  const script = '<script>document.write(\'<p id="expired">please begin again</p>\')</script>';
  assert.equal(await answeredInNewTab(script), 'noProof');
});

test('a new tab that shows an error of the server refuses nothing', async () => {
  assert.equal(await answeredInNewTab('<p id="refused">something went wrong</p>', 500), 'noProof');
});
