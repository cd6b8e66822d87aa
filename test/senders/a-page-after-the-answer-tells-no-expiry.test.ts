import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpForm } from '../support/http-run.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

const GOES_ON: Record<string, string> = {
  'a refresh': '<meta http-equiv="refresh" content="0;url=/goodbye"><p>Thank you</p>',
  'a script': `<p>Thank you</p><script>location.href = '/goodbye'</script>`,
};
const PROOFS = { expired: (answer: { $(css: string): string | undefined }) => answer.$('#expired') };

for (const [how, answer] of Object.entries(GOES_ON)) {
  for (const formOf of [testForm, httpForm]) {
    test(`${formOf.name}: an answer that goes on by ${how} to a page that says expired: no proof`, async () => {
      const target = await startTarget(({ method, path }, response) => {
        if (path === '/goodbye') return html(response, '<p id="expired">You have been logged out</p>');
        return html(response, method === 'POST' ? answer : PAGE);
      });
      const result = await drive(formOf(target, PROOFS), target, { proofMs: 1_500 });
      assert.equal(result.kind, 'noProof');
    });
  }
}
