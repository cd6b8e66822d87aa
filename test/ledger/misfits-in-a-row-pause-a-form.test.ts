import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeForm } from '../../lib/ledger/records.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger({ brake: 3 });
const meet = (form: string) => on.ledger.noteMisfit(newKey(form));

test('as many keys in a row as the brake says', async () => {
  assert.deepEqual([await meet('row'), await meet('row'), await meet('row')], ['noted', 'noted', 'paused']);
  assert.match((await on.form('row')).paused ?? '', /^brake: the page did not fit the definition, 3/);
  assert.equal((await on.ledger.claim(claimRequest(newClaim(newKey('row'))))).kind, 'paused');
});

test('the same key again and again does not', async () => {
  const key = newKey('same');
  for (let nth = 0; nth < 5; nth++) assert.equal(await on.ledger.noteMisfit(key), 'noted');
  assert.equal((await on.form('same')).paused, undefined);
});

test('an arming in between starts the row anew', async () => {
  for (let nth = 0; nth < 2; nth++) await meet('armed');
  const mine = newClaim(newKey('armed'));
  await on.ledger.claim(claimRequest(mine));
  assert.equal(await on.ledger.arm(mine, ARM_TIMES), 'armed');
  for (let nth = 0; nth < 2; nth++) assert.equal(await meet('armed'), 'noted');
});

test('so does a person who resumes it, and what a person said stays', async () => {
  await on.setForm('resumed', 'paused', 'by a person');
  for (let nth = 0; nth < 3; nth++) assert.equal(await meet('resumed'), 'noted');
  assert.equal(await resumeForm(on.connection, 'resumed'), 'by a person');
  assert.equal(await meet('resumed'), 'noted');
});
