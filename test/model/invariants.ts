/** What holds whatever the model says, read from what Redis holds before and after a step. */
import assert from 'node:assert/strict';
import type { Step } from './model.ts';
import type { Snapshot } from './real-ledger.ts';

export class Invariants {
  /** The last arming, and whether it is known that it was not accepted. */
  #arming: { readonly notAccepted: boolean } = { notAccepted: true };

  /** Which data a token came with. */
  readonly #dataOf = new Map<string, string>();

  check(before: Snapshot, step: Step, answer: string, after: Snapshot): void {
    this.#oneArmingAtATime(before, step, answer, after);
    this.#settledMeansThisVeryData(step, answer, after);
    submittedIsFinal(before, after);
    strangersChangeNothing(before, step, answer, after);
    expiryByPhase(after);
    assert.ok(Number(after.record.attempt ?? 0) >= 0, 'attempts are never negative');
  }

  #oneArmingAtATime(before: Snapshot, step: Step, answer: string, after: Snapshot): void {
    const { phase, armedBy } = after.record;
    if (phase === 'armed' && (before.record.phase !== 'armed' || before.record.armedBy !== armedBy)) {
      assert.ok(this.#arming.notAccepted, 'armed again, while the arming before may have been accepted');
      this.#arming = { notAccepted: false };
    }
    const disproven =
      (step.do === 'disarm' && answer === 'disarmed' && step.token === before.record.armedBy) ||
      (step.do === 'settle' && step.as === 'refused' && phase === 'refused' && step.token === armedBy) ||
      (step.do === 'resolve' &&
        step.verdict === 'absent' &&
        answer === 'resolved' &&
        step.judged === armedBy);
    if (disproven) this.#arming = { notAccepted: true };
  }

  /** A message is deleted on this answer. */
  #settledMeansThisVeryData(step: Step, answer: string, { record }: Snapshot): void {
    if (step.do === 'claim') this.#dataOf.set(step.token, step.data);
    if (step.do !== 'settle' || !answer.startsWith('settled')) return;
    const data = this.#dataOf.get(step.token);
    const holds = step.as === 'refused' ? `refused:${data}` in record : record.dataHash === data;
    assert.ok(holds, 'settled: the ledger holds it for this very data');
  }
}

function submittedIsFinal(before: Snapshot, after: Snapshot): void {
  if (before.record.phase !== 'submitted') return;
  const { phase, outcome, armedBy } = before.record;
  const now = after.record;
  assert.deepEqual([now.phase, now.outcome, now.armedBy], [phase, outcome, armedBy], 'submitted is final');
}

function strangersChangeNothing(before: Snapshot, step: Step, answer: string, after: Snapshot): void {
  if (!('token' in step) || step.token === '') return;
  if (step.do === 'claim' && /^(claimed|orphaned)/.test(answer)) return;
  const { token, armedBy, settledBy } = before.record;
  if ([token, armedBy, settledBy, before.lease].includes(step.token)) return;
  const untouched = ({ record: { metAt: _, ...record }, lease, form }: Snapshot) => ({ record, lease, form });
  assert.deepEqual(untouched(after), untouched(before), 'a stranger changes nothing');
}

function expiryByPhase({ record, recordTtlMs, leaseTtlMs, otherKeys }: Snapshot): void {
  const lasts = record.phase === 'armed' || record.phase === 'unknown';
  assert.equal(recordTtlMs === -1, lasts, 'armed and unknown records never expire, all others do');
  assert.notEqual(leaseTtlMs, -1, 'a lease always ends by itself');
  assert.deepEqual(otherKeys, [], 'no other keys');
}
