import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { secretsOf } from '../../lib/form/secrets.ts';
import { openRun } from '../../lib/senders/open-run.ts';
import { noEvidence } from '../support/evidence.ts';
import { type HttpForm, httpForm, noBrowsers } from '../support/http-run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

const SECRET = { name: 'René Müßig 3174-0101' };

/** The page that is kept of a submission that is answered so, `undefined` where none is. */
async function keptOf(answer: string, form: HttpForm = { secret: ['name'] }, headers: object = {}) {
  const target = await startTarget((seen, response) => {
    if (seen.method !== 'POST') return html(response, PAGE);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    return response.write(answer, () =>
      'content-length' in headers ? response.socket?.resetAndDestroy() : response.end(),
    );
  });
  const defined = httpForm(target, form);
  const kept: string[] = [];
  const run = openRun({
    form: defined,
    data: SECRET,
    secrets: secretsOf(defined, SECRET),
    browsers: noBrowsers,
    localTargets: [target.host],
    timeouts: { navigationMs: 5_000, actionMs: 1 },
    evidence: {
      ...noEvidence,
      placeOfText: (key) => `${key}.txt`,
      keepText: async (text, place) => {
        assert.equal(place, 'test-form.1.txt');
        kept.push(text());
      },
    },
  });
  const result = await run.run({
    claim: { key: 'test-form.1', token: randomUUID() },
    signal: new AbortController().signal,
    arm: async () => {},
    armBudgetMs: () => 60_000,
    proofBudgetMs: () => 3_000,
  });
  assert.ok('outcome' in result, JSON.stringify(result));
  assert.equal(kept.length, 0, 'not before the outcome is written');
  await run.close();
  assert.equal(result.outcome.evidence, kept.length === 0 ? undefined : 'test-form.1.txt');
  return kept[0]?.replace(target.url, '');
}

test('a secret is hidden however the page writes it', async () => {
  for (const written of [
    'René Müßig 3174-0101',
    'RENE MUESSIG'.replace('UE', 'Ü').concat(' 31 74 01.01'),
    'Ren&eacute; M&uuml;&szlig;ig 3174&#45;0101',
    'Ren&amp;eacute;&nbsp;M&amp;#252;&amp;szlig;ig&shy;3174&#x2d;0101',
    'Ren%C3%A9+M%C3%BC%C3%9Fig+3174-0101',
    'Ren%E9%20M%FC%DFig%203174-0101',
    'Ren\\u00e9 M\\xfc\\u00dfig 3174-0101',
    'René</td> <td class="x">M<b>üßig</b><br>3174</td><td>0101',
    'R\u0000e\u200bn\u0007é Müßig 3174-0101',
  ]) {
    const kept = await keptOf(`${RECEIPT}<p>[${written}]</p>`);
    assert.match(kept ?? '', /^200 \/submit\n\n<p id="receipt">receipt 1<\/p><p>\[…\]<\/p>$/, written);
  }
});

test('what it keeps is text: nothing in it moves a terminal', async () => {
  const kept = await keptOf(`${RECEIPT}\u001b[2J\u009b1m\r\n\tx\r`);
  assert.equal(kept, `200 /submit\n\n${RECEIPT}\ufffd[2J\ufffd1m\n\tx\ufffd`);
});

test('of a page that is cut or too large nothing is kept, since half a secret would not be seen', async () => {
  const large = `${RECEIPT}<p>${'x'.repeat(300_000)}`;
  assert.equal(await keptOf(large), undefined);
  const kept = await keptOf(large, {});
  assert.equal(kept?.length, '200 /submit\n\n'.length + 300_000, 'unless there is none');
  const cut = { 'content-length': '5000' };
  assert.equal(await keptOf(`${RECEIPT}<p>René`, { secret: ['name'] }, cut), undefined);
  assert.match((await keptOf(`${RECEIPT}<p>Ren`, {}, cut)) ?? '', /<p>Ren$/);
});
