import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Decide, ScriptName } from '../faults/redis-proxy.ts';
import { startFaultyWorld } from '../support/faulty-world.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const PARAMS = {
  leaseTtlMs: 10_000,
  heartbeatMs: 500,
  abortMarginMs: 500,
  backoffBaseMs: 200,
  flightGraceMs: 0,
  proofTimeoutMs: 3_000,
  reserveMs: 1_500,
  workerTimeoutSeconds: 60,
};
/** An orphan is looked up once its sender's invocation is certainly over. */
const SHORT = { workerTimeoutSeconds: 12 };

type Steps = Partial<Record<ScriptName, number>>;
type FormParts = NonNullable<Parameters<typeof testForm>[1]>;

interface Case {
  /** Executed, and the answer is lost: of each step the first few. */
  readonly lost: Steps;
  /** Lost on their way to Redis. */
  readonly never?: Steps;
  /** How: the connection breaks, or (`hold`) stands and says nothing any more. */
  readonly fate?: 'cut' | 'hold';
  /** What the target says to each POST, in turn; the last one again and again. */
  readonly answers?: readonly string[];
  /** What it shows who looks a submission up. */
  readonly list?: string;
  readonly params?: Readonly<Record<string, number>>;
  /** `answered`: the steps whose answers came this far, lost or not. */
  readonly form?: (answered: readonly string[]) => FormParts;
}

const NO_PROOF = '<p>thank you for your patience</p>';
const FOUND = '<p id="found">booking 7</p>';
const NONE = '<p id="none">no bookings</p>';

/** One message from its first delivery to its end: what became of it, and what the target saw. */
async function run(one: Case) {
  const { lost, never = {}, fate = 'cut', answers = [RECEIPT], params = {} } = one;
  const left = { arrived: { ...never }, answered: { ...lost } };
  const answered: string[] = [];
  const onRedis: Decide = ({ what, moment }) => {
    if (moment === 'answered') answered.push(what);
    const faults: Record<string, number> = left[moment];
    if (!faults[what]) return 'pass';
    faults[what] -= 1;
    return fate;
  };
  const events: string[] = [];
  const target = await startTarget((seen, response) => {
    if (seen.path === '/list') {
      // A look that took too long is done once more: how often it looks in a row does not matter.
      if (events.at(-1) !== 'look') events.push('look');
      return html(response, one.list ?? '');
    }
    if (seen.method !== 'POST') return html(response, PAGE);
    events.push('POST');
    const nth = events.filter((event) => event === 'POST').length - 1;
    html(response, answers[nth] ?? answers.at(-1) ?? '');
  });
  const verify: FormParts['verify'] = {
    url: () => `${target.url}/list`,
    judge(answer) {
      const landed = answer.$('#found');
      if (landed !== undefined) return { landed };
      return answer.$('#none') === undefined ? undefined : 'absent';
    },
  };
  const world = await startFaultyWorld({
    target,
    forms: [testForm(target, { ...one.form?.(answered), ...(one.list !== undefined && { verify }) })],
    params: { ...PARAMS, ...params },
    onRedis,
  });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);
  for (const count of [...Object.values(left.arrived), ...Object.values(left.answered)]) {
    assert.equal(count, 0, 'a fault was meant to happen and did not');
  }
  const [key = ''] = await world.keys();
  const { phase, attempt } = await world.record(key);
  const ends = world.dispositions();
  return {
    events,
    phase,
    attempt: Number(attempt),
    first: ends[0]?.disposition,
    last: ends.at(-1)?.skipped === true ? 'skipped' : ends.at(-1)?.disposition,
    parked: (await world.parked()).map(({ reason }) => reason),
  };
}

const SUBMITTED = { phase: 'submitted', attempt: 1, last: 'done', parked: [] };

describe('the answer of Redis is lost after the step was done', { concurrency: 4 }, () => {
  test('arm, the disarm never reaches Redis, and the form has a verify: found absent, then one POST', async () => {
    const { attempt: _, ...end } = await run({
      lost: { arm: 1 },
      never: { disarm: 1 },
      list: NONE,
      params: SHORT,
    });
    assert.deepEqual(end, {
      events: ['look', 'POST'],
      phase: 'submitted',
      first: 'retry',
      last: 'done',
      parked: [],
    });
  });

  test('resolve as landed: the redelivery finds it submitted; one POST', async () => {
    const { attempt: _, ...end } = await run({
      lost: { resolve: 1 },
      answers: [NO_PROOF],
      list: FOUND,
      params: SHORT,
    });
    assert.deepEqual(end, {
      events: ['POST', 'look'],
      phase: 'submitted',
      first: 'retry',
      last: 'skipped',
      parked: [],
    });
  });

  test('resolve as absent: runs again, the second POST only after the look', async () => {
    const { attempt: _, ...end } = await run({
      lost: { resolve: 1 },
      answers: [NO_PROOF, RECEIPT],
      list: NONE,
      params: SHORT,
    });
    assert.deepEqual(end, {
      events: ['POST', 'look', 'POST'],
      phase: 'submitted',
      first: 'retry',
      last: 'done',
      parked: [],
    });
  });

  for (const fate of ['cut', 'hold'] as const) {
    test(`claim (${fate}): the same worker asks again, or the key waits for the lease to end; one POST`, async () => {
      const { first, attempt, ...end } = await run({
        lost: { claim: 1 },
        fate,
      });
      assert.deepEqual(end, { events: ['POST'], phase: 'submitted', last: 'done', parked: [] });
      // Nobody worked under the claim whose answer never came, but the ledger cannot know.
      assert.deepEqual(
        { first, attempt },
        fate === 'cut' ? { first: 'done', attempt: 1 } : { first: 'retry', attempt: 2 },
      );
    });

    test(`renew (${fate}): the next beat renews, the run goes on; one POST`, async () => {
      const form = (answered: readonly string[]): FormParts => ({
        async fill(page, { name }) {
          await page.locator('input').fill(name);
          await until('beats', () => answered.filter((step) => step === 'renew').length >= 3);
        },
      });
      assert.deepEqual(await run({ lost: { renew: 1 }, fate, form }), {
        ...SUBMITTED,
        events: ['POST'],
        first: 'done',
      });
    });

    test(`arm (${fate}): nothing is sent, the arming is taken back; later one POST`, async () => {
      assert.deepEqual(await run({ lost: { arm: 1 }, fate }), {
        ...SUBMITTED,
        events: ['POST'],
        first: 'retry',
      });
    });

    test(`disarm (${fate}) of an expired session: one more POST, after the refusal of the first`, async () => {
      const end = await run({
        lost: { disarm: 1 },
        fate,
        answers: ['<p id="expired">your session has expired</p>', RECEIPT],
        form: () => ({ expired: (answer) => answer.$('#expired') }),
      });
      assert.deepEqual(end, { ...SUBMITTED, events: ['POST', 'POST'], first: 'retry' });
    });

    test(`settle (${fate}): settled again under the same token; one POST`, async () => {
      assert.deepEqual(await run({ lost: { settle: 1 }, fate }), {
        ...SUBMITTED,
        events: ['POST'],
        first: 'done',
      });
    });

    test(`release (${fate}) after a failure before arming: runs again; one POST`, async () => {
      let fills = 0;
      const form = (): FormParts => ({
        async fill(page, { name }) {
          if (++fills === 1) throw new Error('the page is not what it was');
          await page.locator('input').fill(name);
        },
      });
      assert.deepEqual(await run({ lost: { release: 1 }, fate, form }), {
        ...SUBMITTED,
        events: ['POST'],
        attempt: 2,
        first: 'retry',
      });
    });
  }

  test('arm, and the disarm after it: nothing was sent; later one POST', async () => {
    assert.deepEqual(await run({ lost: { arm: 1, disarm: 1 } }), {
      ...SUBMITTED,
      events: ['POST'],
      first: 'retry',
    });
  });

  test('arm, and the disarm never reaches Redis: an orphan of which nothing was sent; parked as unknown, no POST', async () => {
    const { attempt: _, ...end } = await run({
      lost: { arm: 1 },
      never: { disarm: 1 },
    });
    assert.deepEqual(end, {
      events: [],
      phase: 'unknown',
      first: 'retry',
      last: 'parked',
      parked: ['unknown'],
    });
  });

  test('settle, all three tries: the redelivery finds it submitted and skips; one POST', async () => {
    assert.deepEqual(await run({ lost: { settle: 3 } }), {
      ...SUBMITTED,
      events: ['POST'],
      first: 'retry',
      last: 'skipped',
    });
  });

  test('settle as unknown, all three tries: the redelivery parks it; one POST', async () => {
    assert.deepEqual(await run({ lost: { settle: 3 }, answers: [NO_PROOF] }), {
      events: ['POST'],
      phase: 'unknown',
      attempt: 1,
      first: 'retry',
      last: 'parked',
      parked: ['unknown'],
    });
  });
});
