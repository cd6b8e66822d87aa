import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Claim } from '../../lib/submission/ports.ts';
import { tellerOn } from '../support/events.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, resolveAs, useLedger } from '../support/ledger.ts';

const on = useLedger();
const SOON_MS = 60_000;

async function armed(key = newKey(), more: object = {}): Promise<Claim> {
  const claim = newClaim(key);
  await on.ledger.claim(claimRequest(claim, { createdAtMs: Date.now(), ...more }));
  await on.ledger.arm(claim, { ...ARM_TIMES, deadlineMs: -1 });
  return claim;
}

const at = async (key: string) => Number((await on.record(key)).eventDue);
const iso = (ms: number) => new Date(ms).toISOString();

test('submitted, refused, unknown: told once, with the outcome', async () => {
  for (const type of ['submitted', 'refused', 'unknown'] as const) {
    const { teller, sink } = tellerOn(on);
    const createdAtMs = Date.now() - 5_000;
    const claim = await armed(newKey('visit'), { createdAtMs });
    const { key } = claim;
    const outcome = {
      text: 'R-7',
      url: 'https://events.example/receipt',
      status: 200,
      evidence: `s3://pictures/${key}.png`,
      request: {
        method: 'POST',
        url: 'https://events.example/register',
        sentAt: '2026-01-31T09:00:00.000Z',
        status: 303,
        tookMs: 12.5,
      },
    };
    await on.ledger.settle(claim, type, outcome);
    const dueMs = await at(key);
    assert.equal(await teller.tell(key, SOON_MS), true);
    assert.equal(await teller.tell(key, SOON_MS), true);
    assert.deepEqual(sink.events, [
      {
        id: `${key}/${type}/${dueMs}`,
        type,
        stage: 'test',
        at: iso(dueMs),
        form: 'visit',
        key,
        label: 'somebody',
        messageId: 'm-1',
        attempt: 1,
        createdAt: iso(createdAtMs),
        outcome,
      },
    ]);
  }
});

test('landed, as somebody decided: submitted, with who and why', async () => {
  const { teller, sink } = tellerOn(on);
  const claim = await armed();
  await on.ledger.settle(claim, 'unknown', { text: 'no proof' });
  await teller.tell(claim.key, SOON_MS);
  await resolveAs(on, claim.key, 'landed', 0);
  await teller.tell(claim.key, SOON_MS);
  const [unknown, landed, ...more] = sink.events;
  assert.deepEqual([unknown?.type, landed?.type, more.length], ['unknown', 'submitted', 0]);
  assert.ok(unknown?.type === 'unknown' && unknown.decision === undefined);
  assert.ok(landed?.type === 'submitted');
  const why = 'looked at the target: landed';
  assert.deepEqual(landed.decision, { who: 'operator', why, verdict: 'landed' });
  assert.equal(landed.outcome.text, why);
});

test('a late proof is nobody’s decision, whatever was decided before', async () => {
  const { teller, sink } = tellerOn(on);
  const claim = await armed();
  await on.ledger.settle(claim, 'unknown', { text: 'no proof' });
  await resolveAs(on, claim.key, 'absent', 0);
  const again = await armed(claim.key);
  await on.ledger.settle(again, 'submitted', { text: 'R-7' });
  await teller.tell(claim.key, SOON_MS);
  const [event] = sink.events;
  assert.ok(event?.type === 'submitted' && event.decision === undefined && event.attempt === 1);
});

test('reopened, also when a worker is at it again by then', async () => {
  const { teller, sink } = tellerOn(on);
  const claim = await armed();
  await on.ledger.settle(claim, 'unknown', { text: 'no proof' });
  await resolveAs(on, claim.key, 'absent', 0);
  const dueMs = await at(claim.key);
  await armed(claim.key, { messageId: 'm-2' });
  assert.equal((await on.record(claim.key)).phase, 'armed');
  await teller.tell(claim.key, SOON_MS);
  const [event] = sink.events;
  assert.ok(event?.type === 'reopened');
  assert.deepEqual(
    [event.id, event.messageId, event.decision.verdict, 'outcome' in event],
    [`${claim.key}/reopened/${dueMs}`, 'm-1', 'absent', false],
  );
});

test('a refusal is told as what was refused, also when other data has claimed by then', async () => {
  const { teller, sink } = tellerOn(on);
  const claim = await armed();
  await on.ledger.settle(claim, 'refused', { text: 'sold out' });
  await armed(claim.key, { dataHash: 'data-b', messageId: 'm-2', label: 'somebody else' });
  await teller.tell(claim.key, SOON_MS);
  const [event] = sink.events;
  assert.ok(event?.type === 'refused');
  assert.deepEqual([event.messageId, event.label, event.outcome.text], ['m-1', 'somebody', 'sold out']);
});

test('where an end came before the one before it was told, only the newer one is', async () => {
  const { teller, sink } = tellerOn(on);
  const claim = await armed();
  await on.ledger.settle(claim, 'unknown', { text: 'no proof' });
  await on.ledger.settle(claim, 'submitted', { text: 'R-7' });
  await teller.tell(claim.key, SOON_MS);
  await teller.tell(claim.key, SOON_MS);
  assert.deepEqual(
    sink.events.map(({ type }) => type),
    ['submitted'],
  );
});

test('a label of a form that writes too much is cut', async () => {
  const { teller, sink } = tellerOn(on);
  const claim = await armed(newKey(), { label: 'x'.repeat(300_000) });
  await on.ledger.settle(claim, 'submitted', { text: 'R-7' });
  await teller.tell(claim.key, SOON_MS);
  assert.ok(JSON.stringify(sink.events[0]).length < 3_000);
});
