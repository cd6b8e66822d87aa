import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toSweep } from '../../lib/ledger/records.ts';
import { refuses, tellerOn } from '../support/events.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, resolveAs, useLedger } from '../support/ledger.ts';

// The brake would pause the form.
const on = useLedger({ brake: 1_000_000 });
const SOON_MS = 60_000;
const RUNS = 60;

/** Where whoever tells an end dies, or the sink fails. */
const FATE = fc.constantFrom('told', 'dies before', 'refused', 'dies after it was taken');
/** How a submission ends, one end after another, and what becomes of the telling of each. */
const ENDS = fc
  .array(fc.tuple(fc.constantFrom('unknown', 'refused', 'submitted', 'landed', 'absent'), FATE), {
    minLength: 1,
    maxLength: 6,
  })
  .filter((ends) => ends.every(([end], nth) => follows(ends[nth - 1]?.[0], end)));

/** Which end may come after which. */
function follows(before: string | undefined, end: string): boolean {
  if (before === 'submitted' || before === 'landed') return false;
  if (end === 'landed' || end === 'absent') return before === 'unknown';
  return before !== 'unknown';
}

test('wherever it breaks off, a duplicate or the sweep tells every end that no newer one has followed', async () => {
  const property = fc.asyncProperty(ENDS, fc.boolean(), async (ends, duplicate) => {
    const key = newKey();
    const { teller, sink } = tellerOn(on);
    const due: string[] = [];
    for (const [nth, [end, fate]] of ends.entries()) {
      await reach(key, end, `data-${nth}`);
      const record = await on.record(key);
      const type = JSON.parse(record.event ?? '').type;
      due.push(`${key}/${type}/${record.eventDue}`);
      if (fate === 'told') await teller.tell(key, SOON_MS);
      if (fate === 'refused') {
        sink.faults.push(refuses);
        await teller.tell(key, SOON_MS);
      }
      if (fate === 'dies after it was taken') {
        const { event = '', eventDue = '' } = record;
        await teller.tell(key, SOON_MS);
        await on.redis.hset(`sekali:{${key}}:record`, { event, eventDue });
      }
    }
    const last = ends.at(-1)?.[0];
    if (duplicate && (last === 'submitted' || last === 'refused')) {
      const dataHash = `data-${ends.length - 1}`;
      const answer = await on.ledger.claim(claimRequest(newClaim(key), { dataHash }));
      assert.ok(answer.kind === 'settled');
      if (answer.due) await teller.tell(key, SOON_MS);
    } else {
      const found = (await toSweep(on.connection, 0)).due.filter((one) => one === key);
      await teller.tellAll(found, () => SOON_MS);
    }
    const told = new Set(sink.events.map(({ id }) => id));
    const wanted = due.filter(
      (_, nth) => nth === due.length - 1 || /^told|taken$/.test(ends[nth]?.[1] ?? ''),
    );
    for (const id of wanted) assert.ok(told.has(id), `${id} was not told: ${JSON.stringify(ends)}`);
    for (const id of told) assert.ok(due.includes(id), `${id} never was`);
    assert.equal((await on.record(key)).event, undefined);
  });
  await fc.assert(property, { numRuns: RUNS });
});

async function reach(key: string, end: string, dataHash: string): Promise<void> {
  if (end === 'landed' || end === 'absent') {
    assert.equal(await resolveAs(on, key, end, 0), 'resolved');
    return;
  }
  const claim = newClaim(key);
  assert.equal((await on.ledger.claim(claimRequest(claim, { dataHash }))).kind, 'claimed');
  await on.ledger.arm(claim, { ...ARM_TIMES, deadlineMs: -1 });
  await on.ledger.settle(claim, end as 'submitted', { text: end });
}
