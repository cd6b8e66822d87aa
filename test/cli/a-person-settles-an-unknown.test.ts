import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause, resume } from '../../cli/commands/forms.ts';
import { list, status } from '../../cli/commands/look.ts';
import { checkedVerdict, resolve, type Verdict } from '../../cli/commands/resolve.ts';
import { confirmation } from '../../cli/confirm.ts';
import { keyFor, startApi } from '../support/api.ts';
import { claimRequest, newClaim, newKey } from '../support/ledger.ts';

const now = () => new Date().toISOString();
const LANDED: Verdict = { verdict: 'landed', why: 'looked at the attendee list' };
const absent = (lookedAt = now()): Verdict => ({ verdict: 'absent', why: 'not on the list', lookedAt });
const confirm = confirmation({ yes: true });

test('unknown ones are listed by label, and status tells all of one', async () => {
  const { asker, settled } = await startApi();
  await settled('ana', 'unknown');
  await settled('budi', 'submitted');
  const key = keyFor('ana');
  assert.equal((await list(asker, { phase: 'unknown' })).text, `${key}  ana at test\n1 unknown`);
  const all = await list(asker, {});
  assert.match(all.text, new RegExp(`^submitted  ${keyFor('budi')}  budi at test$`, 'm'));
  assert.match(all.text, /^1 submitted, 1 unknown$/m);
  assert.equal((await list(asker, { form: 'another' })).text, 'none');
  assert.match((await status(asker, key)).text, /unknown by the target/);
  await assert.rejects(status(asker, 'f.nobody'), /no record of f\.nobody/);
});

test('what a stranger wrote does not drive the terminal, nor look like another line', async () => {
  const { asker, ledger } = await startApi();
  const claim = newClaim(newKey('test-form'));
  await ledger.claim(claimRequest(claim, { label: 'Eve\n0 unknown\u001b[2J\u202e' }));
  const listed = (await list(asker, { phase: 'claimed' })).text;
  assert.match(listed, new RegExp(`${claim.key}  Eve\ufffd0 unknown\ufffd\\[2J\ufffd`));
  assert.match((await status(asker, claim.key)).text, /Eve\ufffd0 unknown/);
});

test('landed: submitted, with who and why in its history', async () => {
  const { asker, settled, record } = await startApi();
  await settled('a', 'unknown', 600_000);
  const said = await resolve(asker, keyFor('a'), { ...LANDED, receipt: 'R-7' }, confirm);
  assert.deepEqual([said.done, said.text], [true, `${keyFor('a')} is submitted.`]);
  const { phase, log, outcome } = await record(keyFor('a'));
  assert.equal(phase, 'submitted');
  assert.match(log ?? '', /"who":"ana"/);
  assert.match(outcome ?? '', /R-7/);
});

test('absent: too early tells from when it may be said; after that it is open again', async () => {
  const { asker, settled, record, ledger } = await startApi();
  await settled('early', 'unknown', 600_000);
  await assert.rejects(
    resolve(asker, keyFor('early'), absent(), confirm),
    /Look at the target after \d{4}-.*Z, then say so/,
  );
  assert.equal((await record(keyFor('early'))).phase, 'unknown');

  await settled('late', 'unknown', -61_000);
  const before = absent(new Date(Date.now() - 600_000).toISOString());
  await assert.rejects(resolve(asker, keyFor('late'), before, confirm), /after/);
  assert.match((await resolve(asker, keyFor('late'), absent(), confirm)).text, /open again: .*sekali retry/);
  const claim = claimRequest(newClaim(keyFor('late')), { form: 'test-form' });
  assert.equal((await ledger.claim(claim)).kind, 'claimed');
});

test('what is settled stays as it is', async () => {
  const { asker, settled, record } = await startApi();
  await settled('a', 'unknown', -61_000);
  await resolve(asker, keyFor('a'), LANDED, confirm);
  assert.equal((await resolve(asker, keyFor('a'), absent(), confirm)).done, false);
  assert.equal((await record(keyFor('a'))).phase, 'submitted');
});

test('on a terminal it is asked, with what is known; whoever says no changes nothing', async () => {
  const { asker, settled, record } = await startApi();
  await settled('a', 'unknown');
  const asked: string[] = [];
  const no = Object.assign(async (question: string) => asked.push(question) < 0, { asks: true });
  assert.equal((await resolve(asker, keyFor('a'), LANDED, no)).done, false);
  assert.deepEqual(asked, ['a at test is unknown (unknown by the target). Resolve it as landed?']);
  assert.equal((await record(keyFor('a'))).phase, 'unknown');
});

test('what would be misread is refused before anybody is asked', () => {
  const refused = (verdict: Partial<Verdict>, why: RegExp) =>
    assert.throws(() => checkedVerdict({ ...absent(), ...verdict }), why);
  refused({ why: ' ' }, /Say why/);
  for (const lookedAt of [undefined, '2026-01-31', '2026-01-31T09:00:00', '31.01.2026 09:00', '5'])
    refused({ lookedAt }, /time zone/);
  refused({ lookedAt: '2999-01-31T09:00:00Z' }, /in the future/);
  assert.equal(checkedVerdict(absent('2026-01-31T09:00+07:00')).lookedAt, '2026-01-31T02:00:00.000Z');
});

test('a form is paused and goes on, with its count of unknowns anew', async () => {
  const { asker, ledger, redis } = await startApi();
  const claim = () => claimRequest(newClaim(newKey('test-form')));
  await pause(asker, 'test-form', 'the target is being rebuilt');
  assert.equal((await ledger.claim(claim())).kind, 'paused');
  assert.match((await resume(asker, 'test-form')).text, /the target is being rebuilt \(ana\)/);
  assert.equal((await ledger.claim(claim())).kind, 'claimed');
  assert.deepEqual(await redis.hgetall('sekali:form:test-form'), {});
});
