import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiWorld, keyFor, startApi } from '../support/api.ts';
import { claimRequest, newClaim } from '../support/ledger.ts';

const resolution = (world: ApiWorld, id: string, body: object) =>
  world.ask('POST', `/submissions/${keyFor(id)}/resolution`, { body });
const now = () => new Date().toISOString();

test('landed: submitted with the receipt, who and why in its history', async () => {
  const world = await startApi();
  const { token: armedBy } = await world.settled('a', 'unknown');
  const body = { verdict: 'landed', armedBy, receipt: 'R-7', why: 'on the list' };
  const answer = await resolution(world, 'a', body);
  assert.equal(answer.status, 200);
  assert.equal(answer.body.phase, 'submitted');
  assert.equal(answer.body.outcome.text, 'R-7');
  const [entry, ...others] = answer.body.log;
  assert.equal(others.length, 0);
  const { at: _, armedAt: __, ended, ...decision } = entry;
  assert.deepEqual(decision, { who: 'ana', did: 'landed', why: 'on the list', armedBy });
  assert.equal(ended.phase, 'unknown');
  assert.equal(ended.outcome.text, 'unknown by the target');
  assert.equal(answer.body.armedBy, undefined, 'nothing is left to resolve');
  assert.equal((await resolution(world, 'a', body)).body.type, 'urn:sekali:notResolvable');
});

test('absent: too early tells from when; said of a look that began late enough, it is open again', async () => {
  const world = await startApi();
  const early = await world.settled('early', 'unknown', 30_000);
  const body = { verdict: 'absent', armedBy: early.token, lookedAt: now(), why: 'not on the list' };
  const answer = await resolution(world, 'early', body);
  assert.equal(answer.status, 409);
  assert.equal(answer.body.type, 'urn:sekali:tooEarly');
  const from = Number((await world.record(keyFor('early'))).deadline) + 60_000;
  assert.equal(answer.body.absentFrom, new Date(from).toISOString());
  assert.ok(Math.abs(Number(answer.headers['retry-after']) - 90) <= 2, String(answer.headers['retry-after']));
  assert.equal((await world.record(keyFor('early'))).phase, 'unknown');

  const late = await world.settled('late', 'unknown', -61_000);
  const looked = (lookedAt: string) => ({ ...body, armedBy: late.token, lookedAt });
  const before = new Date(Date.now() - 60_000).toISOString();
  assert.equal((await resolution(world, 'late', looked(before))).body.type, 'urn:sekali:tooEarly');
  const ahead = new Date(Date.now() + 60_000).toISOString();
  assert.equal((await resolution(world, 'late', looked(ahead))).body.errors[0].field, 'lookedAt');
  const resolved = await resolution(world, 'late', looked(now()));
  assert.equal(resolved.body.phase, 'open');
  assert.equal(resolved.body.log[0].did, 'absent');
  const again = await world.ledger.claim(claimRequest(newClaim(keyFor('late')), { form: 'test-form' }));
  assert.equal(again.kind, 'claimed');
});

test('a verdict on another arming than the one that stands is refused', async () => {
  const world = await startApi();
  const { token } = await world.settled('a', 'unknown', -61_000);
  for (const verdict of ['landed', 'absent']) {
    const more = verdict === 'landed' ? { receipt: 'R-7' } : { lookedAt: now() };
    const body = { verdict, armedBy: `not-${token}`, why: 'seen', ...more };
    const answer = await resolution(world, 'a', body);
    assert.equal(answer.status, 409);
    assert.equal(answer.body.type, 'urn:sekali:otherArming');
  }
  assert.equal((await world.record(keyFor('a'))).phase, 'unknown');
});

test('a refusal may be taken back by who settled it; what is submitted or not there may not', async () => {
  const world = await startApi();
  const { token } = await world.settled('refused', 'refused');
  const absent = { verdict: 'absent', armedBy: token, lookedAt: now(), why: 'a wrong refusal' };
  assert.equal((await world.ask('GET', `/submissions/${keyFor('refused')}`)).body.armedBy, token);
  assert.equal((await resolution(world, 'refused', absent)).body.phase, 'open');
  await world.settled('done', 'submitted');
  assert.equal((await resolution(world, 'done', absent)).body.type, 'urn:sekali:notResolvable');
  assert.equal((await resolution(world, 'nobody', absent)).status, 404);
});

test('while somebody holds it, absent is not believed', async () => {
  const world = await startApi();
  const { token: armedBy } = await world.armed('a', -61_000);
  const body = { verdict: 'absent', armedBy, lookedAt: now(), why: 'not on the list' };
  assert.equal((await resolution(world, 'a', body)).body.type, 'urn:sekali:notResolvable');
});

test('what is missing is told by field', async () => {
  const world = await startApi();
  const cases = [
    [{}, 'verdict'],
    [{ verdict: 'perhaps' }, 'verdict'],
    [{ verdict: 'landed', armedBy: 'x', why: 'seen' }, 'receipt'],
    [{ verdict: 'absent', armedBy: 'x', lookedAt: now(), why: '  ' }, 'why'],
    [{ verdict: 'absent', armedBy: 'x', why: 'seen' }, 'lookedAt'],
    [{ verdict: 'landed', armedBy: 'x', receipt: 'R', why: 'seen', who: 'eve' }, ''],
  ] as const;
  for (const [body, field] of cases) {
    const answer = await resolution(world, 'a', body);
    assert.equal(answer.status, 422);
    assert.equal(answer.body.errors[0].field, field, JSON.stringify(answer.body));
  }
});
