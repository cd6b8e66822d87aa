/** What holds whatever the model says, read from what Redis holds before and after a step. */
import assert from 'node:assert/strict';
import { dataOf, OPERATOR, type Step } from './ledger-model.ts';
import { GRACE_MS, type Snapshot } from './real-ledger.ts';

export function checkInvariants(before: Snapshot, step: Step, answer: string, after: Snapshot): void {
  oneArmingAtATime(before, step, answer, after);
  doneMeansSettledForThisData(step, answer, after);
  submittedIsFinal(before, step, after);
  onlyTheOwnerChanges(before, step, after);
  expiryByPhase(after);
  const { phase, token, attempt = 0 } = after.record;
  if (phase === 'claimed')
    assert.ok([null, token].includes(after.lease), 'a claim and its lease have one owner');
  assert.ok(Number(attempt) >= 0, 'attempts are never negative');
}

/** An arming that the target may have accepted stands in these phases, and in no other: it leaves them only if disproven. */
const STANDING = ['armed', 'unknown', 'submitted'];

function oneArmingAtATime({ record: before, lease }: Snapshot, step: Step, answer: string, after: Snapshot) {
  const stood = STANDING.includes(before.phase ?? '');
  const stands = STANDING.includes(after.record.phase ?? '');
  if (!stood) return;
  if (stands && after.record.armedBy === before.armedBy) {
    const untouched = after.record.armedAt === before.armedAt && after.record.deadline === before.deadline;
    assert.ok(untouched || timePasses(step), 'the times of an arming are its sender’s');
    return;
  }
  assert.ok(!stands, 'armed again, while the arming before may have been accepted');
  const disproven =
    (step.do === 'disarm' && answer === 'disarmed' && step.token === before.armedBy) ||
    (step.do === 'settle' && step.as === 'refused' && step.token === before.armedBy) ||
    (step.do === 'resolve' &&
      step.verdict === 'absent' &&
      step.judged === before.armedBy &&
      step.look === 'late' &&
      Number(before.deadline) + GRACE_MS < Date.now() &&
      (step.token === OPERATOR ? lease === null : lease === step.token));
  assert.ok(disproven, 'an arming is given up only when it is known that it was not accepted');
}

/** On these answers a message is deleted. */
function doneMeansSettledForThisData(step: Step, answer: string, { record }: Snapshot): void {
  if (!('token' in step) || step.token === OPERATOR) return;
  const data = dataOf(step.token);
  const submitted = record.phase === 'submitted' && record.dataHash === data;
  const refused = `refused:${data}` in record;
  const done =
    (step.do === 'claim' && answer === 'settled submitted' && submitted) ||
    (step.do === 'claim' && answer === 'settled refused' && refused) ||
    (step.do === 'settle' && step.as === 'submitted' && submitted) ||
    (step.do === 'settle' && step.as === 'refused' && refused) ||
    (step.do === 'settle' &&
      step.as === 'unknown' &&
      record.phase === 'unknown' &&
      record.dataHash === data) ||
    (step.do === 'resolve' && (step.verdict === 'absent' || submitted));
  if (/^(settled|resolved)/.test(answer)) assert.ok(done, 'settled: the ledger holds it for this very data');
}

function submittedIsFinal({ record: before }: Snapshot, step: Step, { record: after }: Snapshot): void {
  if (before.phase === 'submitted' && !timePasses(step)) {
    unchanged(before, after, 'submitted is final');
  }
}

/** Acted by moving the deadline. */
function timePasses(step: Step): boolean {
  return step.do === 'passDeadline' || step.do === 'passGrace';
}

/** Nobody touches what is another's: the lease of its holder, the record of its owner, the arming of its sender. */
function onlyTheOwnerChanges(before: Snapshot, step: Step, after: Snapshot): void {
  if (!('token' in step)) return;
  const { token } = step;
  if (before.lease !== null && before.lease !== token) {
    assert.equal(after.lease, before.lease, 'the lease of another is left alone');
  } else {
    assert.ok([null, before.lease, token].includes(after.lease), 'a lease is taken for oneself only');
  }
  const { phase, token: owner, armedBy } = before.record;
  const holds = before.lease === token;
  const free = before.lease === null;
  const mayChange = {
    claim: free && phase !== 'unknown' && phase !== 'submitted',
    renew: false,
    arm: phase === 'claimed' && owner === token && holds,
    disarm: phase === 'armed' && armedBy === token,
    release: phase === 'claimed' && owner === token,
    settle:
      phase === 'claimed' ? owner === token && holds : armedBy === token || (phase === 'armed' && holds),
    resolve: token === OPERATOR || holds,
  }[step.do];
  if (mayChange) return;
  unchanged(before.record, after.record, 'the record of another is left alone');
}

/** What every meeting may write: it says nothing about the submission. */
const COUNTERS = ['metAt', 'armSeq', 'settleSeq', 'duplicates'];

function unchanged(before: Snapshot['record'], after: Snapshot['record'], message: string): void {
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!COUNTERS.includes(field)) assert.equal(after[field], before[field], `${message}: ${field}`);
  }
}

function expiryByPhase({ record, recordTtlMs, leaseTtlMs }: Snapshot): void {
  const lasts = record.phase === 'armed' || record.phase === 'unknown';
  assert.equal(recordTtlMs === -1, lasts, 'armed and unknown records never expire, all others do');
  assert.notEqual(leaseTtlMs, -1, 'a lease always ends by itself');
}

const KNOWN = /^sekali:(meta|form:[^:]+(:(running|sends))?|\{[^}]+\}:(lease|record))$/;

/** Of everything that a Redis holds. */
export function checkKeys(keys: readonly string[]): void {
  const strange = keys.filter((key) => !KNOWN.test(key));
  assert.deepEqual(strange, [], 'no other keys than those of the design');
}
