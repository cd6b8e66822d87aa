import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopButton } from '../../functions/stop.ts';
import { LedgerError } from '../../lib/submission/errors.ts';
import type { Attempt, Invocation, Ledger, RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { deliver, instead, RECEIPT } from '../holes/support.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { turnOf } from '../support/turn.ts';

const on = useLedger();

/** Calls back at the nth call of the ledger: before Redis has executed it, or before its answer is heard. */
function atCall(at: number, when: 'before' | 'after', then: () => void) {
  let calls = 0;
  const step =
    <In extends unknown[], Out>(ask: (...input: In) => Promise<Out>) =>
    async (...input: In): Promise<Out> => {
      const nth = ++calls;
      if (nth === at && when === 'before') then();
      const answer = await ask(...input);
      if (nth === at && when === 'after') then();
      return answer;
    };
  const { ledger } = on;
  const steps = instead(ledger, {
    claim: step((...input) => ledger.claim(...input)),
    arm: step((...input) => ledger.arm(...input)),
    disarm: step((...input) => ledger.disarm(...input)),
    settle: step((...input) => ledger.settle(...input)),
    release: step((...input) => ledger.release(...input)),
  } satisfies Partial<Ledger>);
  return steps;
}

type Run = (attempt: Attempt, send: () => void, nth: number) => Promise<RunResult>;

const submits: Run = async ({ arm }, send) => {
  await arm();
  send();
  return RECEIPT;
};
const meetsAnExpiredSession: Run = async (attempt, send, nth) => {
  if (nth > 1) return submits(attempt, send, nth);
  await attempt.arm();
  return { kind: 'expired', reason: 'token' };
};
/** What the ledger is asked, in order; the last call comes after the send. */
const RUNS = [
  { what: 'submits', run: submits, calls: ['claim', 'arm', 'settle'] },
  {
    what: 'meets an expired session',
    run: meetsAnExpiredSession,
    calls: ['claim', 'arm', 'disarm', 'claim', 'arm', 'settle'],
  },
] as const;

for (const { what, run, calls } of RUNS) {
  test(`a run that ${what}, told to stop at each call of the ledger: sent and settled, or open for the next one at once`, async () => {
    for (let at = 1; at <= calls.length; at++) {
      for (const when of ['before', 'after'] as const) {
        const key = newKey();
        const stop = stopButton();
        let sent = 0;
        let nth = 0;
        const worker = atCall(at, when, stop.press);
        const first = await deliver(worker, key, {
          stopping: stop.signal,
          run: (attempt) => run(attempt, () => void sent++, ++nth),
        }).disposition;
        assert.equal(sent, at === calls.length ? 1 : 0, `${when} call ${at}`);
        if (sent === 1) {
          assert.deepEqual(first, { kind: 'done', phase: 'submitted', skipped: false }, `${when} call ${at}`);
          continue;
        }
        assert.deepEqual(first, { kind: 'retry', afterMs: 0, why: 'the worker is being shut down' });
        const { phase, attempt } = await on.record(key);
        assert.deepEqual({ phase, attempt }, { phase: 'open', attempt: '0' }, `${when} call ${at}`);
        // No lease to wait for.
        const run2 = (attempt: Attempt) => submits(attempt, () => void sent++, 1);
        const next = await deliver(on.ledger, key, { receives: 2, run: run2 }).disposition;
        assert.equal(next.kind, 'done', `${when} call ${at}`);
        assert.equal(sent, 1);
      }
    }
  });
}

/** A turn whose worker can be told to stop. */
function stoppable(options: Parameters<typeof turnOf>[0] = {}) {
  const world = turnOf(options);
  const stop = stopButton(world.clock);
  const { remainingMs } = world.turn.invocation;
  const invocation: Invocation = {
    remainingMs: () => Math.min(remainingMs(), stop.leftMs()),
    stopping: stop.signal,
  };
  return { ...world, stop, turn: { ...world.turn, invocation } };
}

const never = () => new Promise<never>(() => {});

test('told to stop before the claim: the ledger is not asked', async () => {
  const { turn, stop, ledger } = stoppable();
  stop.press();
  const disposition = await submitOnce(turn);
  assert.deepEqual(disposition, { kind: 'retry', afterMs: 0, why: 'the worker is being shut down' });
  assert.deepEqual(ledger.calls, []);
});

test('told to stop between armed and sent: it is sent, and settled', async () => {
  const { turn, stop, ledger, counted } = stoppable({
    runs: [
      async ({ arm, signal }) => {
        await arm();
        stop.press();
        assert.equal(signal.aborted, false);
        return RECEIPT;
      },
    ],
  });
  assert.equal((await submitOnce(turn)).kind, 'done');
  assert.deepEqual(ledger.calls, ['claim', 'arm', 'settle submitted', 'close']);
  assert.deepEqual(counted, []);
});

test('told to stop in a form that hangs: aborted at once, and it is no lost lease', async () => {
  const { turn, stop, ledger, counted } = stoppable({ runs: [never] });
  const disposition = submitOnce(turn);
  setImmediate(stop.press);
  assert.deepEqual(await disposition, { kind: 'retry', afterMs: 0, why: 'the worker is being shut down' });
  assert.deepEqual(ledger.calls, ['claim', 'release refund', 'close']);
  assert.deepEqual(counted, []);
});

test('told to stop while Redis is silent: the message comes again at once all the same', async () => {
  const { turn, stop, ledger } = stoppable({ runs: [never] });
  ledger.releases = [new LedgerError('no answer')];
  const disposition = submitOnce(turn);
  setImmediate(stop.press);
  const end = await disposition;
  assert.ok(end.kind === 'retry' && end.afterMs === 0);
});

test('armed and no proof: waits for what is left of the grace less the reserve, not for the deadline', async () => {
  const { turn, clock, stop, ledger } = stoppable({
    remainingMs: 300_000,
    submission: { proofTimeoutMs: 200_000 },
    runs: [
      async ({ arm }) => {
        await arm();
        return never();
      },
    ],
  });
  const disposition = submitOnce(turn);
  let over = false;
  disposition.then(() => {
    over = true;
  });
  await clock.advance(10_000);
  stop.press();
  // Grace 24 s, reserve 6 s.
  await clock.advance(17_900);
  assert.equal(over, false);
  await clock.advance(200);
  assert.equal(over, true);
  const end = await disposition;
  assert.ok(end.kind === 'parked' && end.reason === 'unknown');
  assert.ok(ledger.calls.includes('settle unknown'));
  assert.equal(clock.pendingTimers, 0);
});

test('told to stop during a look-up: the lease is given back, and it is looked up at once elsewhere', async () => {
  const { turn, stop, ledger } = stoppable({ submission: { verify: never } });
  ledger.claims = [{ kind: 'orphaned', armedBy: 'sender', deadlineInMs: -60_000, nowMs: 0 }];
  const disposition = submitOnce(turn);
  setImmediate(stop.press);
  assert.deepEqual(await disposition, { kind: 'retry', afterMs: 0, why: 'the worker is being shut down' });
  assert.deepEqual(ledger.calls, ['claim', 'release keep']);
});
