import assert from 'node:assert/strict';
import { test } from 'node:test';
import { list, pause, resolve, resume, status, type Verdict } from '../../functions/operate/commands.ts';
import { claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();
let forms = 1;

/** A submission whose sender is dead since `deadlineMs` from now, without proof. */
async function unknown(deadlineMs: number, label = 'Ana at jakarta-run'): Promise<string> {
  // A form of its own: three unknowns in a row would pause it.
  const sender = newClaim(newKey(`form-${forms++}`));
  await on.ledger.claim(claimRequest(sender, { label }));
  await on.ledger.arm(sender, { deadlineMs, minLeaseMs: 0 });
  await on.ledger.settle(sender, 'unknown', { text: 'no proof' });
  return sender.key;
}

const verdict = (verdict: Verdict['verdict'], more: Partial<Verdict> = {}): Verdict => ({
  verdict,
  lookedAtMs: Date.now(),
  who: 'ana',
  why: 'looked at the attendee list',
  flightGraceMs: 60_000,
  ...more,
});

test('unknown ones are listed by label, and status tells all of one', async () => {
  const key = await unknown(1_000);
  assert.match((await list(on.connection, 'unknown')).text, new RegExp(`${key}  Ana at jakarta-run`));
  assert.match((await status(on.connection, key)).text, /no proof/);
  assert.equal((await status(on.connection, 'f.nobody')).done, false);
});

test('what a stranger wrote does not drive the terminal, nor look like another line', async () => {
  const key = await unknown(1_000, 'Eve\n0 unknown\u001b[2J\u202e');
  const listed = (await list(on.connection, 'unknown')).text;
  assert.match(listed, new RegExp(`${key}  Eve\ufffd0 unknown\ufffd\\[2J\ufffd`));
  const told = (await status(on.connection, key)).text;
  assert.match(told, /Eve\ufffd0 unknown/);
});

test('landed: submitted, with who and why in its history', async () => {
  const key = await unknown(600_000);
  assert.equal((await resolve(on.connection, on.ledger, key, verdict('landed'))).done, true);
  const { phase, log } = await on.record(key);
  assert.equal(phase, 'submitted');
  assert.match(log ?? '', /"who":"ana"/);
});

test('absent: too early tells from when it may be said; after that it is open again', async () => {
  const early = await unknown(600_000);
  const answer = await resolve(on.connection, on.ledger, early, verdict('absent'));
  assert.equal(answer.done, false);
  assert.match(answer.text, /Look at the target after \d{4}-/);
  assert.equal((await on.record(early)).phase, 'unknown');

  const late = await unknown(-60_000);
  const before = verdict('absent', { lookedAtMs: Date.now() - 600_000 });
  assert.equal((await resolve(on.connection, on.ledger, late, before)).done, false);
  assert.equal((await resolve(on.connection, on.ledger, late, verdict('absent'))).done, true);
  assert.equal((await on.ledger.claim(claimRequest(newClaim(late)))).kind, 'claimed');
});

test('what is settled stays as it is', async () => {
  const key = await unknown(-60_000);
  await resolve(on.connection, on.ledger, key, verdict('landed'));
  assert.equal((await resolve(on.connection, on.ledger, key, verdict('absent'))).done, false);
  assert.equal((await on.record(key)).phase, 'submitted');
});

test('a form is paused and goes on, with its count of unknowns anew', async () => {
  await pause(on.connection, 'f', 'the target is being rebuilt (ana)');
  assert.equal((await on.ledger.claim(claimRequest(newClaim(newKey())))).kind, 'paused');
  assert.match((await resume(on.connection, 'f')).text, /the target is being rebuilt/);
  assert.equal((await on.ledger.claim(claimRequest(newClaim(newKey())))).kind, 'claimed');
  assert.deepEqual(await on.form('f'), {});
  assert.equal((await resume(on.connection, 'f')).done, false);
});
