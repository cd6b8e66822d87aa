import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { Redis } from 'ioredis';
import { leaseKey, recordKey } from '../../lib/ledger/redis-ledger.ts';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, type Seen, startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';

const PARAMS = {
  leaseTtlMs: 6_000,
  heartbeatMs: 2_000,
  flightGraceMs: 0,
  navigationTimeoutMs: 3_000,
  proofTimeoutMs: 1_000,
  reserveMs: 1_000,
};
const INVOCATION_MS = 20_000;
const ABSENT = '<p>no bookings</p>';

/** What a look meets; `loseLease` gives the key to somebody else. */
interface Met {
  readonly seen: Seen;
  readonly response: ServerResponse;
  loseLease(): Promise<unknown>;
}
type Look = (met: Met) => unknown;

/** A submission that was accepted without a word. Each further delivery looks and gets the next answer. */
async function lookedUp(looks: readonly Look[]) {
  const left = [...looks];
  const target = await startTarget(async (seen, response) => {
    if (seen.method === 'POST') return html(response, '<p>thank you for your patience</p>');
    if (seen.path !== '/list') return html(response, PAGE);
    return left.shift()?.({ seen, response, loseLease });
  });
  const form = testForm(target, {
    verify: {
      url: () => `${target.url}/list`,
      // As one may well be written: what is not there is absent.
      judge(answer) {
        const landed = answer.$('#found');
        return landed === undefined ? 'absent' : { landed };
      },
    },
  });
  const world = await startWorld({ target, forms: [form], params: PARAMS });
  const redis = new Redis(world.redis.url);
  after(() => redis.disconnect());
  const key = async () => (await world.keys())[0] ?? '';
  const loseLease = async () => redis.set(leaseKey(await key()), 'somebody else', 'PX', INVOCATION_MS);

  const worker = world.newWorker();
  const deliver = (receives: number) =>
    worker.handle(
      { Records: [recordOf('m-1', message({ name: 'Ana' }), receives)] },
      remaining(INVOCATION_MS),
    );
  await deliver(1);
  await redis.hset(recordKey(await key()), 'deadline', Date.now() - 1);
  const phases: (string | undefined)[] = [];
  for (const nth of looks.keys()) {
    await redis.del(leaseKey(await key()));
    await deliver(nth + 2);
    phases.push((await world.record(await key())).phase);
  }
  assert.equal(target.count('GET', '/list'), looks.length);
  assert.equal(target.count('POST'), 1);
  return { phases, whys: world.dispositions().map(({ disposition, why }) => why ?? disposition) };
}

const tells: Look = ({ response }) => html(response, '<p id="found">booking 7</p>');

test('a look that hangs, fails or finds the target down is repeated, until one tells', async () => {
  const { phases, whys } = await lookedUp([
    () => {},
    ({ seen }) => seen.socket.resetAndDestroy(),
    ({ response }) => html(response, ABSENT, 503),
    tells,
  ]);
  assert.deepEqual(phases, ['armed', 'armed', 'armed', 'submitted']);
  assert.equal(whys[1], 'the look-up failed: verify took too long');
  assert.match(String(whys[2]), /^the look-up failed: the page of the form could not be loaded/);
  assert.match(String(whys[3]), /^the look-up failed: .*503/);
  assert.equal(whys[4], 'done');
});

test('a look whose lease is gone says absent in vain', async () => {
  const { phases, whys } = await lookedUp([
    // Told before the next beat could notice: the ledger refuses the verdict.
    async ({ response, loseLease }) => {
      await loseLease();
      html(response, ABSENT);
    },
    // Not told before the next beat: it stops the look.
    async ({ loseLease }) => loseLease(),
    tells,
  ]);
  assert.deepEqual(phases, ['armed', 'armed', 'submitted']);
  // On a slow machine the beat may be there first.
  assert.match(String(whys[1]), /^resolve: refused|^the look-up failed/);
  assert.match(String(whys[2]), /^the look-up failed/);
  assert.equal(whys[3], 'done');
});
