import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { bomb, pour } from './bodies.ts';

/** Less than the proxy lets through, more than is read of one answer. */
const LARGE_MB = 20;

test('a receipt in an answer of 20 MB, packed or not, is no proof', async () => {
  const gzip = await bomb('gzip', LARGE_MB, RECEIPT);
  for (const packed of [false, true]) {
    const target = await startTarget(({ method }, response) => {
      if (method !== 'POST') return html(response, PAGE);
      if (!packed) return pour(response, LARGE_MB, undefined, RECEIPT);
      return response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzip);
    });
    const result = await drive(testForm(target), target, { proofMs: 30_000 });
    assert.ok(result.kind === 'noProof', `packed: ${packed}`);
    assert.match(result.outcome.text, /more than 16 MiB/);
  }
});
