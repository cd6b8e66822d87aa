import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Duty, isNewer, REST_MS, stand, TERM_MS } from '../../lib/tabs/leader.ts';
import { nameOf } from '../../lib/tabs/names.ts';
import type { News } from '../../lib/tabs/ports.ts';
import { WIND_DOWN_MS } from '../../lib/tabs/with-locks.ts';
import { FakeOrigin } from './fakes.ts';

const NAME = nameOf('test', 'leader', 'polling');

function member(origin: FakeOrigin, lead?: (duty: Duty<string>) => Promise<void>) {
  const tab = origin.tab();
  const heard: News<string>[] = [];
  const roles: string[] = [];
  const errors: unknown[] = [];
  const duties: Duty<string>[] = [];
  const membership = stand<string>(tab, 'polling', {
    async lead(duty) {
      duties.push(duty);
      if (lead) return lead(duty);
      await new Promise((resolve) => duty.signal.addEventListener('abort', resolve));
    },
    onNews: (news) => void heard.push(news),
    onRole: (role) => void roles.push(role),
    onError: (error) => void errors.push(error),
  });
  return { ...tab, heard, roles, errors, duties, membership, states: () => heard.map(({ state }) => state) };
}

const last = <T>(all: readonly T[]): T => {
  const found = all.at(-1);
  assert.ok(found !== undefined);
  return found;
};

test('one leads, all hear it once, and who comes later asks for the news', async () => {
  const origin = new FakeOrigin();
  const one = member(origin);
  await origin.clock.advance(1);
  const two = member(origin);
  await origin.clock.advance(1);
  assert.deepEqual([last(one.roles), last(two.roles)], ['leader', 'follower']);
  await last(one.duties).publish('first');
  await last(one.duties).publish('second');
  await origin.clock.advance(1);
  const three = member(origin);
  await origin.clock.advance(1);
  assert.deepEqual(
    [one.states(), two.states(), three.states()],
    [['first', 'second'], ['first', 'second'], ['second']],
  );
});

test('the leader leaves: the next one has a later term, and what comes late from the first is dropped', async () => {
  const origin = new FakeOrigin();
  const one = member(origin);
  await origin.clock.advance(1);
  const two = member(origin);
  await origin.clock.advance(1);
  const first = last(one.duties);
  await first.publish('first');
  one.membership.leave();
  await origin.clock.advance(1);
  const second = last(two.duties);
  assert.ok(second.term > first.term);
  await second.publish('second');
  await first.publish('late');
  // From a tab that stood still and has not noticed yet.
  one.channel.post({
    kind: 'news',
    name: NAME,
    news: { term: first.term, seq: 99, atMs: 0, state: 'later still' },
  });
  await origin.clock.advance(1);
  assert.deepEqual(two.states(), ['first', 'second']);
  assert.equal(await first.stillMine(), false);
});

test('a leader that slept asks storage, and does not go on once another has led', async () => {
  const origin = new FakeOrigin();
  const one = member(origin);
  await origin.clock.advance(1);
  const duty = last(one.duties);
  assert.equal(await duty.stillMine(), true);
  await origin.store.update('term', NAME, (was = 0) => ({ now: was + 1, answer: undefined }));
  assert.equal(await duty.stillMine(), false);
  assert.equal(duty.signal.aborted, true);
  await duty.publish('late');
  assert.deepEqual(one.states(), []);
});

test('frozen or left it resigns at once; back again it asks for the news, and stands again', async () => {
  const origin = new FakeOrigin();
  const one = member(origin);
  await origin.clock.advance(1);
  const two = member(origin);
  await origin.clock.advance(1);
  one.page.leave();
  assert.equal(last(one.duties).signal.aborted, true);
  await origin.clock.advance(1);
  assert.deepEqual([last(one.roles), last(two.roles)], ['follower', 'leader']);
  await last(two.duties).publish('missed');
  const asked = () => origin.air.said.filter(({ kind }) => kind === 'ask').length;
  const before = asked();
  one.page.return();
  assert.equal(asked(), before + 1);
  two.membership.leave();
  await origin.clock.advance(1);
  assert.equal(last(one.roles), 'leader');
});

test('a term ends: another has its turn, also when the work has got stuck', async () => {
  const origin = new FakeOrigin();
  const one = member(origin, () => new Promise(() => undefined));
  await origin.clock.advance(1);
  const two = member(origin);
  await origin.clock.advance(TERM_MS + WIND_DOWN_MS);
  assert.deepEqual([last(one.roles), last(two.roles)], ['follower', 'leader']);
});

test('work that fails is told, and another tab has a chance before this one tries again', async () => {
  const origin = new FakeOrigin();
  const failing = member(origin, () => Promise.reject(new RangeError('no server')));
  await origin.clock.advance(1);
  assert.equal(failing.errors.length, 1);
  await origin.clock.advance(REST_MS - 10);
  assert.equal(failing.duties.length, 1);
  await origin.clock.advance(20);
  assert.equal(failing.duties.length, 2);
  failing.membership.leave();
  await origin.clock.advance(REST_MS * 2);
  assert.equal(failing.duties.length, 2);
  assert.equal(origin.clock.pendingTimers, 0);
});

test('terms grow, also after the counter was deleted', async () => {
  const origin = new FakeOrigin();
  const terms: number[] = [];
  for (const wiped of [false, false, true]) {
    if (wiped) {
      await origin.clock.advance(10);
      await origin.store.update('term', NAME, () => ({ now: undefined, answer: undefined }));
    }
    const one = member(origin);
    await origin.clock.advance(1);
    terms.push(last(one.duties).term);
    one.membership.leave();
    await origin.clock.advance(1);
  }
  assert.deepEqual(
    terms,
    [...new Set(terms)].sort((a, b) => a - b),
  );
});

test('the clock is set back where no tab sees the counter of another: the next leader is heard all the same', async () => {
  const origin = new FakeOrigin();
  const one = member(origin);
  await origin.clock.advance(1);
  const two = member(origin);
  const three = member(origin);
  await origin.clock.advance(1);
  await last(one.duties).publish('before');
  one.membership.leave();
  // The later one counts from its own clock, which is all it has.
  await origin.store.update('term', NAME, () => ({ now: undefined, answer: undefined }));
  origin.clock.epochAheadMs -= 3_600_000;
  await origin.clock.advance(1);
  const second = last([...two.duties, ...three.duties]);
  assert.equal(await second.stillMine(), true);
  await second.publish('after');
  await origin.clock.advance(1);
  assert.deepEqual(
    [two.states(), three.states()],
    [
      ['before', 'after'],
      ['before', 'after'],
    ],
  );
});

test('whatever order messages come in, nobody goes back', async () => {
  const news = fc.record({ term: fc.nat(4), seq: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(fc.array(news, { maxLength: 20 }), async (all) => {
      const origin = new FakeOrigin();
      const follower = member(origin);
      const { channel } = origin.tab();
      for (const { term, seq } of all) {
        channel.post({ kind: 'news', name: NAME, news: { term, seq, atMs: 0, state: '' } });
      }
      await origin.clock.advance(1);
      for (const [nth, later] of follower.heard.entries()) {
        const earlier = follower.heard[nth - 1];
        if (earlier) assert.ok(isNewer(later, earlier) && !isNewer(earlier, later));
      }
      const newest = [...all].sort((one, other) => other.term - one.term || other.seq - one.seq)[0];
      if (newest) assert.partialDeepStrictEqual(last(follower.heard), newest);
      follower.membership.leave();
    }),
    { numRuns: 100 },
  );
});
