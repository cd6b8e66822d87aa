import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { settleMicrotasks } from '../support/fake-clock.ts';
import { useLedger } from '../support/ledger.ts';
import { BRAKE, type Data } from './ledger-model.ts';
import { Around } from './workers/around.ts';
import { type Choice, chosen } from './workers/choice.ts';
import { Names } from './workers/sent-commands.ts';
import { WatchedLedger } from './workers/watched-ledger.ts';
import { Worker } from './workers/worker.ts';

const on = useLedger({ brake: BRAKE });
const WORKERS = 3;
/** Some 6 s on two cores. */
const WALKS = 200;

const walks = fc.record({
  messages: fc.constantFrom<Data[]>(['A'], ['A', 'A'], ['A', 'B'], ['A', 'A', 'B']),
  verify: fc.boolean(),
  randoms: fc.array(fc.noBias(fc.nat(9_999)), { minLength: 40, maxLength: 200, size: 'max' }),
});
type Walk = typeof walks extends fc.Arbitrary<infer T> ? T : never;

const total = { steps: 0, sent: 0, entries: 0 };

async function walk({ messages, verify, randoms }: Walk): Promise<void> {
  const ledger = new WatchedLedger(on.redis, on.ledger);
  await ledger.startAnew();
  const around = new Around(ledger, messages);
  const names = new Names();
  const workers = Array.from({ length: WORKERS }, (_, nth) => new Worker(`w${nth}`, around, names, verify));
  const trace: string[] = [];
  try {
    for (const random of randoms) {
      const choices = [
        ...around.choices(),
        ...deadline(around, workers),
        ...workers.flatMap((w) => w.choices()),
      ];
      const choice = chosen(choices, random / 10_000);
      if (choice === undefined) break;
      trace.push(choice.label);
      await choice.take();
      await settleMicrotasks();
      for (const fault of around.faults) throw fault;
      assert.ok(around.entries <= 1, 'never twice');
      for (const data of messages) {
        const kept =
          ledger.ended.has(data) || [...around.queue, ...around.parked].some((m) => m.data === data);
        assert.ok(kept, `never lost: ${data}`);
      }
    }
  } catch (wrong) {
    throw new Error(`${trace.join('\n')}\n${wrong}`);
  } finally {
    for (const worker of workers) worker.crash();
    total.steps += trace.length;
    total.sent += around.sent;
    total.entries += around.entries;
  }
}

/** At its deadline the host kills the sender; after the grace, what it sent has arrived or never will. */
function deadline({ ledger, flights }: Around, workers: readonly Worker[]): Choice[] {
  const { phase, armedBy, overdue } = ledger.state;
  if ((phase !== 'armed' && phase !== 'unknown') || overdue) return [];
  const passes = (what: 'Deadline' | 'Grace', weight: number): Choice => ({
    label: `${what} of ${armedBy} passes`,
    weight,
    take: async () => {
      for (const worker of workers) if (worker.lives(armedBy)) worker.crash();
      await ledger.happens({ do: `pass${what}` });
    },
  });
  const arrived = flights.every(({ token }) => token !== armedBy);
  return [passes('Deadline', 0.3), ...(arrived ? [passes('Grace', 1)] : [])];
}

test('real workers on the real ledger, in random orders with late copies, crashes and redeliveries', async (t) => {
  // Not shrunk: what a number stands for depends on all those before, so that a part of a walk is another walk.
  await fc.assert(fc.asyncProperty(walks, walk), { numRuns: WALKS, endOnFailure: true });
  t.diagnostic(`${total.steps} steps, ${total.sent} requests sent, ${total.entries} recorded`);
  assert.ok(total.sent > WALKS / 4, 'walks get as far as sending');
});
