import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drive, testForm } from '../support/run.ts';
import { html, startTarget } from '../support/target.ts';

const BY_GET = { submission: { method: 'GET', path: '/confirm' } };
const LINK = '<input name="name"><a href="/confirm"><button>Send</button></a>';
const RULES = JSON.stringify({ prerender: [{ urls: ['/confirm'], eagerness: 'immediate' }] });

for (const [how, page, headers] of [
  ['a script of the page', `${LINK}<script type="speculationrules">${RULES}</script>`, {}],
  ['a header', LINK, { 'speculation-rules': '"/rules.json"' }],
] as const) {
  test(`a declared GET submission that ${how} asks the browser to load ahead: not before arming`, async () => {
    const target = await startTarget((seen, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (seen.path === '/rules.json')
        response.setHeader('content-type', 'application/speculationrules+json').end(RULES);
      else html(response, page);
    });
    const arm = async () => {
      await sleep(500);
      throw new Error('not armed');
    };
    await assert.rejects(drive(testForm(target, BY_GET), target, { arm }), /not armed/);
    assert.equal(target.count('GET', '/confirm'), 0);
  });
}
