import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decide, type GateRequest, type GateRules, type GateState } from '../../lib/senders/gate-rules.ts';

const SUBMISSION = { method: 'POST', path: '/api/submit' };
const DRAFT = { method: 'PUT', path: /^\/drafts\// };
const PLAIN: GateRules = { drafts: [] };
const DECLARED: GateRules = { submission: SUBMISSION, drafts: [DRAFT] };

const request = (method: string, path: string, mainFrameNavigation = false): GateRequest => ({
  method,
  url: `https://target.example${path}`,
  mainFrameNavigation,
});

const methods = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE');
const stages = fc.constantFrom<GateState>('filling', 'submitting', 'matched', 'sealed');
const paths = fc.constantFrom('/', '/api/submit', '/drafts/1', '/other');
const rules = fc.constantFrom(PLAIN, DECLARED);
const requests = fc.record({ method: methods, path: paths, nav: fc.boolean() });

test('a page load by POST is the submission where the form declares none', () => {
  const post = request('POST', '/register', true);
  assert.equal(decide(post, 'filling', PLAIN), 'early');
  assert.equal(decide(post, 'submitting', PLAIN), 'hold');
  assert.equal(decide(post, 'matched', PLAIN), 'repeat');
  assert.equal(decide(request('POST', '/register', false), 'submitting', PLAIN), 'undeclared');
});

test('a declared submission is exactly that method and path, whatever makes it', () => {
  assert.equal(decide(request('POST', '/api/submit?x=1'), 'submitting', DECLARED), 'hold');
  assert.equal(decide(request('PUT', '/api/submit'), 'submitting', DECLARED), 'undeclared');
  assert.equal(decide(request('POST', '/api/submit/2'), 'submitting', DECLARED), 'undeclared');
  assert.equal(decide(request('POST', '/register', true), 'submitting', DECLARED), 'undeclared');
  const byGet: GateRules = { submission: { method: 'get', path: '/search' }, drafts: [] };
  assert.equal(decide(request('GET', '/search?q=1', true), 'submitting', byGet), 'hold');
  assert.equal(decide(request('GET', '/search?q=1', true), 'sealed', byGet), 'sealed');
});

test('drafts pass, other changes are dropped, at any time before the end', () => {
  for (const stage of ['filling', 'submitting', 'matched'] as const) {
    assert.equal(decide(request('PUT', '/drafts/7'), stage, DECLARED), 'pass');
    assert.equal(decide(request('POST', '/drafts/7'), stage, DECLARED), 'undeclared');
    assert.equal(decide(request('POST', '/track'), stage, PLAIN), 'undeclared');
  }
});

test('from the click on, a page load that nobody declared is dropped; after the submission it is where the receipt is', () => {
  const load = request('GET', '/thanks', true);
  assert.equal(decide(load, 'filling', PLAIN), 'pass');
  assert.equal(decide(load, 'submitting', PLAIN), 'undeclared');
  assert.equal(decide(load, 'matched', PLAIN), 'pass');
  assert.equal(decide(request('GET', '/thanks.css'), 'submitting', PLAIN), 'pass');
});

test('in every combination: nothing that changes something passes a sealed gate, and only one state ever holds', () => {
  fc.assert(
    fc.property(requests, stages, rules, ({ method, path, nav }, stage, rule) => {
      const decision = decide(request(method, path, nav), stage, rule);
      if (decision === 'hold') assert.equal(stage, 'submitting');
      const changes = !['GET', 'HEAD', 'OPTIONS'].includes(method);
      if (stage === 'sealed') assert.equal(decision, changes ? 'sealed' : 'pass');
      if (changes && decision === 'pass') assert.ok(rule.drafts.length > 0 && method === 'PUT');
    }),
  );
});

test('what a form does without is dropped only where it would have passed', () => {
  const kinds = fc.constantFrom('image', 'font', 'media', 'script', 'document', 'other');
  const blocked = fc.subarray(['image', 'font', 'media']);
  fc.assert(
    fc.property(
      requests,
      stages,
      rules,
      kinds,
      blocked,
      ({ method, path, nav }, stage, rule, kind, blocks) => {
        const asked = { ...request(method, path, nav), kind };
        const without = decide(asked, stage, rule);
        const isDraft = !['GET', 'HEAD', 'OPTIONS'].includes(method);
        const expected = without === 'pass' && !isDraft && blocks.includes(kind) ? 'block' : without;
        assert.equal(decide(asked, stage, { ...rule, blocks }), expected);
      },
    ),
  );
});
