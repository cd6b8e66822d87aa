import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { startWorld, until } from '../support/worker.ts';

const PARAMS = {
  leaseTtlMs: 2_000,
  heartbeatMs: 500,
  abortMarginMs: 300,
  backoffBaseMs: 200,
  flightGraceMs: 0,
  proofTimeoutMs: 1_500,
  reserveMs: 1_000,
  workerTimeoutSeconds: 5,
};

/** What the look-up shows for each form. */
const LIST = {
  landed: '<p id="found">booking 7</p>',
  absent: '<p id="none">no bookings</p>',
  silent: '<p>down for repairs</p>',
};

test('armed without proof, form with verify: what the look-up tells decides, and no second request leaves before it', async (t) => {
  const events: string[] = [];
  const target = await startTarget((seen, response) => {
    const [, name = '', step] = seen.path.split('/');
    if (step === 'list') {
      events.push(`${name} look`);
      return html(response, LIST[name as keyof typeof LIST]);
    }
    if (seen.method !== 'POST') return html(response, PAGE.replace('/submit', `/${name}/submit`));
    events.push(`${name} POST`);
    // The first answer proves nothing.
    const again = events.filter((event) => event === `${name} POST`).length > 1;
    return html(response, again ? RECEIPT : '<p>thank you for your patience</p>');
  });
  const forms = Object.keys(LIST).map((name) =>
    testForm(target, {
      name,
      url: () => `${target.url}/${name}`,
      verify: {
        url: () => `${target.url}/${name}/list`,
        judge(answer) {
          const landed = answer.$('#found');
          if (landed !== undefined) return { landed };
          return answer.$('#none') === undefined ? undefined : 'absent';
        },
      },
    }),
  );
  const world = await startWorld({ target, forms, params: PARAMS });
  await world.send(...Object.keys(LIST).map((form) => ({ form, data: { name: 'Ana' } })));
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);

  const keys = await world.keys();
  const parked = await world.parked();
  async function endOf(name: string) {
    const key = keys.find((one) => one.startsWith(`${name}.`)) ?? '';
    // A look that took too long is done once more: how often it looks in a row does not matter.
    const inARow = events.filter((event) => event.startsWith(name)).map((event) => event.split(' ')[1]);
    const last = world.dispositions().findLast((one) => one.key === key);
    return {
      record: await world.record(key),
      events: inARow.filter((event, nth) => event !== 'look' || inARow[nth - 1] !== 'look'),
      disposition: last?.disposition,
      parked: parked.filter((one) => one.key === key).map(({ reason }) => reason),
    };
  }

  await t.test('landed: submitted, one POST', async () => {
    const { record, ...end } = await endOf('landed');
    assert.deepEqual(end, { events: ['POST', 'look'], disposition: 'done', parked: [] });
    assert.equal(record.phase, 'submitted');
    assert.equal(JSON.parse(record.outcome ?? '{}').text, 'booking 7');
  });

  await t.test('absent: runs again, the second POST only after the look', async () => {
    const { record, ...end } = await endOf('absent');
    assert.deepEqual(end, {
      events: ['POST', 'look', 'POST'],
      disposition: 'done',
      parked: [],
    });
    assert.equal(record.phase, 'submitted');
    assert.equal(JSON.parse(record.outcome ?? '{}').text, 'receipt 1');
  });

  await t.test('cannot tell: unknown, parked, one POST', async () => {
    const { record, ...end } = await endOf('silent');
    assert.deepEqual(end, {
      events: ['POST', 'look'],
      disposition: 'parked',
      parked: ['unknown'],
    });
    assert.equal(record.phase, 'unknown');
  });
});
