import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpForm, noBrowsers } from '../support/http-run.ts';
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

/** What the look-up is answered for each form, in turn; the last one again and again. */
const LISTS: Record<string, readonly (readonly [status: number, body: string])[]> = {
  landed: [[200, '<p id="found">booking 7</p>']],
  // A target that fails tells nothing.
  absent: [
    [503, '<p id="none">no bookings</p>'],
    [200, '<p id="none">no bookings</p>'],
  ],
  silent: [[200, '<p>down for repairs</p>']],
};

test('armed without proof, form with verify: looked up by GET alone, and what it tells decides', async () => {
  const events: string[] = [];
  const eventsOf = (name: string, what: string) =>
    events.filter((event) => event === `${name} ${what}`).length;
  const target = await startTarget((seen, response) => {
    const [, name = '', step] = seen.path.split('/');
    if (step === 'list') {
      const list = LISTS[name] ?? [];
      const [status, body] = list[Math.min(eventsOf(name, 'look'), list.length - 1)] ?? [404, ''];
      events.push(`${name} look`);
      return html(response, body, status);
    }
    if (seen.method !== 'POST') return html(response, PAGE.replace('/submit', `/${name}/submit`));
    events.push(`${name} POST`);
    return html(response, eventsOf(name, 'POST') > 1 ? RECEIPT : '<p>thank you for your patience</p>');
  });
  const forms = Object.keys(LISTS).map((name) =>
    httpForm(target, {
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
  const world = await startWorld({ target, forms, params: PARAMS, browsers: noBrowsers });
  await world.send(...Object.keys(LISTS).map((form) => ({ form, data: { name: 'Ana' } })));
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);

  const ends: Record<string, unknown> = {};
  for (const key of await world.keys()) {
    const name = key.split('.')[0] ?? '';
    const { phase } = await world.record(key);
    ends[name] = [
      phase,
      ...events.filter((event) => event.startsWith(name)).map((event) => event.split(' ')[1]),
    ];
  }
  assert.deepEqual(ends, {
    landed: ['submitted', 'POST', 'look'],
    absent: ['submitted', 'POST', 'look', 'look', 'POST'],
    silent: ['unknown', 'POST', 'look'],
  });
});
