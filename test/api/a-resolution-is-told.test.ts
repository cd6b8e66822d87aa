import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { keyFor, startApi } from '../support/api.ts';
import { eventsIn } from '../support/events.ts';

const folder = await mkdtemp(join(tmpdir(), 'sekali-events-'));
after(() => rm(folder, { recursive: true }));

test('what a person decides is told, with who and why', async () => {
  const eventsFile = join(folder, 'decided.jsonl');
  const world = await startApi({ params: { eventsFile } });
  for (const [id, verdict, more] of [
    ['a', 'landed', { receipt: 'R-7' }],
    ['b', 'absent', { lookedAt: new Date().toISOString() }],
  ] as const) {
    const { token: armedBy } = await world.settled(id, 'unknown', -61_000);
    const body = { verdict, armedBy, why: 'on the list', ...more };
    const { status } = await world.ask('POST', `/submissions/${keyFor(id)}/resolution`, { body });
    assert.equal(status, 200);
    assert.equal((await world.record(keyFor(id))).event, undefined);
  }
  const decided = (await eventsIn(eventsFile)).map((event) => [
    event.type,
    event.key,
    'decision' in event && event.decision,
  ]);
  assert.deepEqual(decided, [
    ['submitted', keyFor('a'), { who: 'ana', why: 'on the list', verdict: 'landed' }],
    ['reopened', keyFor('b'), { who: 'ana', why: 'on the list', verdict: 'absent' }],
  ]);
});

test('nobody takes events: it is decided all the same, and still due', async () => {
  const eventsFile = join(folder, 'in-the-way', 'events.jsonl');
  await writeFile(dirname(eventsFile), '');
  const world = await startApi({ params: { eventsFile } });
  const { token: armedBy } = await world.settled('a', 'unknown', -61_000);
  const body = { verdict: 'landed', armedBy, why: 'on the list', receipt: 'R-7' };
  const answer = await world.ask('POST', `/submissions/${keyFor('a')}/resolution`, { body });
  assert.deepEqual([answer.status, answer.body.phase], [200, 'submitted']);
  assert.equal(JSON.parse((await world.record(keyFor('a'))).event ?? '').type, 'submitted');
});
