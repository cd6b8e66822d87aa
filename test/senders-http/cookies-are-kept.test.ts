import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpForm } from '../support/http-run.ts';
import { drive } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

test('cookies of the page go with the POST, those of each answer with what follows, and none to the next attempt', async () => {
  const target = await startTarget(({ method, path }, response) => {
    if (method === 'POST' && path === '/submit') {
      response
        .writeHead(307, { location: '/hop', 'set-cookie': ['hop=1', 'elsewhere=1; Path=/other'] })
        .end();
    } else if (method === 'POST') {
      response.writeHead(303, { location: '/thanks', 'set-cookie': 'sid=; Max-Age=0' }).end();
    } else {
      response.setHeader('set-cookie', [
        'sid=7; Path=/; HttpOnly; SameSite=Lax',
        'foreign=1; Domain=example.org',
      ]);
      html(response, path === '/thanks' ? RECEIPT : PAGE);
    }
  });
  const sent = ['GET / none', 'POST /submit sid=7', 'POST /hop sid=7; hop=1', 'GET /thanks hop=1'];
  for (const all of [sent, [...sent, ...sent]]) {
    assert.equal((await drive(httpForm(target), target)).kind, 'submitted');
    assert.deepEqual(
      target.seen.map(({ method, path, headers }) => `${method} ${path} ${headers.cookie ?? 'none'}`),
      all,
    );
  }
});
