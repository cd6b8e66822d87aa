import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { z } from 'zod';
import { forms } from '../../forms/index.ts';
import { PROBLEM_TYPES } from '../../functions/api/problem.ts';
import { routes } from '../../functions/api/routes/index.ts';
import {
  AlreadySettled,
  ParkedMessage,
  Queued,
  Submission,
  WillAnswer,
} from '../../functions/api/schemas.ts';
import { startApi } from '../support/api.ts';
import { claimRequest, newClaim } from '../support/ledger.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);

test('its table has every route, with the role that it needs', () => {
  const told = [...page.matchAll(/^\| `(GET|POST) ([^`?]+)\S*`\s*\| `(\w+)`/gm)].map(
    ([, method, path, role]) => `${method} ${path} ${role}`,
  );
  const wanted = routes
    .filter(({ access }) => access !== 'link')
    .map(({ method, path, access }) => `${method} ${path} ${access}`);
  assert.deepEqual(told.sort(), wanted.sort());
});

test('every type of problem and every answer of the ledger has its place', () => {
  for (const type of PROBLEM_TYPES) assert.match(page, new RegExp(`\`(urn:sekali:)?${type}\``), type);
  for (const answer of WillAnswer.shape.answer.options)
    assert.match(page, new RegExp(`\\| \`${answer}\` `), answer);
});

test('its answers are of the shapes that the schemas say', () => {
  const shapes: z.ZodType[] = [Queued, AlreadySettled, Submission, ParkedMessage];
  const answers = blocks('json');
  assert.equal(answers.length, shapes.length);
  for (const [nth, shape] of shapes.entries()) {
    assert.deepEqual(shape.safeParse(JSON.parse(answers[nth] ?? '')).error, undefined, answers[nth]);
  }
});

test('its requests do what it says', async () => {
  const world = await startApi({ forms });
  const requests = blocks('http')
    .filter((text) => /^(GET|POST) /.test(text))
    .map((text) => {
      const [, method = '', path = '', body = ''] = /^(\S+) (\S+)\n\n(.*)$/s.exec(text) ?? [];
      return { method, path, body: JSON.parse(body) };
    });
  const [submit, landed, absent, ...others] = requests;
  assert.ok(submit && landed && absent && others.length === 0);

  const handedIn = await world.ask(submit.method, submit.path, {
    body: submit.body,
    token: world.tokens.send,
  });
  assert.equal(handedIn.status, 202);
  const { key } = handedIn.body;
  for (const { method, path, body } of [absent, landed]) {
    const claim = newClaim(key);
    await world.ledger.claim(claimRequest(claim, { form: submit.body.form }));
    // Its sender is dead since long before the look of the example.
    await world.ledger.arm(claim, { deadlineMs: Date.parse('2026-01-01') - Date.now(), minLeaseMs: 0 });
    await world.ledger.settle(claim, 'unknown', { text: 'no proof' });
    const said = await world.ask(method, path.replace('{key}', key), {
      body: { ...body, armedBy: claim.token },
    });
    assert.equal(said.status, 200, JSON.stringify(said.body));
    assert.equal(said.body.phase, body.verdict === 'landed' ? 'submitted' : 'open');
  }
});
