import assert from 'node:assert/strict';
import { test } from 'node:test';
import { META_KEY } from '../../lib/ledger/meta.ts';
import type { Attempt, Ledger, RunResult } from '../../lib/submission/ports.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { deliver, instead, RECEIPT } from './support.ts';

const on = useLedger();
const never = () => new Promise<never>(() => {});

/** A worker that is killed at its nth call of the ledger, before Redis has executed it or before the answer comes. */
function mortal(at: number, when: 'before' | 'after') {
  const killed = Promise.withResolvers<'killed'>();
  let calls = 0;
  const die = () => {
    killed.resolve('killed');
    return never();
  };
  const step =
    <In extends unknown[], Out>(ask: (...input: In) => Promise<Out>) =>
    async (...input: In): Promise<Out> => {
      const nth = ++calls;
      if (nth > at || (nth === at && when === 'before')) return die();
      const answer = await ask(...input);
      return nth === at ? die() : answer;
    };
  const { ledger } = on;
  const steps = instead(ledger, {
    claim: step((...input) => ledger.claim(...input)),
    arm: step((...input) => ledger.arm(...input)),
    disarm: step((...input) => ledger.disarm(...input)),
    settle: step((...input) => ledger.settle(...input)),
    release: step((...input) => ledger.release(...input)),
    resolve: step((...input) => ledger.resolve(...input)),
  } satisfies Partial<Ledger>);
  return { ledger: steps, killed: killed.promise };
}

async function nothingStaysByAccident(): Promise<void> {
  for (const key of await on.redis.keys('*')) {
    if ((await on.redis.pttl(key)) !== -1 || key === META_KEY || key.startsWith('sekali:form:')) continue;
    const phase = await on.redis.hget(key, 'phase');
    assert.ok(phase === 'armed' || phase === 'unknown', `${key} in phase ${phase} never expires`);
  }
}

/** A run of the form; `nth` counts the runs of one delivery. */
type Run = (attempt: Attempt, send: () => void, nth: number) => Promise<RunResult>;

const submits: Run = async ({ arm }, send) => {
  await arm();
  send();
  return RECEIPT;
};

const RUNS: Readonly<Record<string, Run>> = {
  submits,
  'fails before arming': async () => {
    throw new Error('no such button');
  },
  'cannot connect': async ({ arm }) => {
    await arm();
    return { kind: 'unsent', reason: 'connect' };
  },
  'meets an expired session': async (attempt, send, nth) => {
    if (nth > 1) return submits(attempt, send, nth);
    // Refused for certain: what left does not count.
    await attempt.arm();
    return { kind: 'expired', reason: 'token' };
  },
  'has no proof': async ({ arm }, send) => {
    await arm();
    send();
    return { kind: 'noProof', outcome: { text: 'no answer' } };
  },
};

for (const [what, run] of Object.entries(RUNS)) {
  test(`a run that ${what}, its worker killed at each call of the ledger: no key stays for ever, sent once at most, and it ends`, async () => {
    let survived = false;
    for (let at = 1; !survived; at++) {
      for (const when of ['before', 'after'] as const) {
        // A form of its own: unknown outcomes in a row would pause it.
        const key = newKey(`f-${what.replaceAll(' ', '-')}-${at}-${when}`);
        let sent = 0;
        let nth = 0;
        const send = () => void sent++;
        const worker = mortal(at, when);
        const first = deliver(worker.ledger, key, { run: (attempt) => run(attempt, send, ++nth) });
        survived = (await Promise.race([worker.killed, first.disposition])) !== 'killed';
        await nothingStaysByAccident();
        if (survived) continue;

        const { phase } = await on.record(key);
        const last = await deliverUntilOver(key, send);
        await nothingStaysByAccident();
        assert.ok(sent <= 1, `${when} call ${at}: sent ${sent} times`);
        if (phase === 'armed' || phase === 'unknown') assert.equal(last, 'parked unknown');
        else assert.equal(last, 'done submitted');
        // Known to be submitted, or with a person who knows that it may be.
        assert.equal((await on.record(key)).phase, last.split(' ')[1]);
      }
    }
  });
}

/** Redelivered to workers that live, each time after the lease, until it needs no further delivery. */
async function deliverUntilOver(key: string, send: () => void): Promise<string> {
  for (let receives = 2; receives < 10; receives++) {
    await on.expireLease(key);
    const run = (attempt: Attempt) => submits(attempt, send, 1);
    const end = await deliver(on.ledger, key, { receives, run }).disposition;
    if (end.kind === 'done') return `done ${end.phase}`;
    if (end.kind === 'parked') return `parked ${end.reason}`;
  }
  return assert.fail('delivered again and again without an end');
}
