import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inOrder } from '../../lib/tabs/with-locks.ts';
import { settleMicrotasks } from '../support/fake-clock.ts';
import { FakeOrigin } from './fakes.ts';

const NAMES = ['a', 'b', 'B', 'é', 'z'] as const;
const lock = fc.record({
  name: fc.constantFrom(...NAMES),
  mode: fc.constantFrom<LockMode>('shared', 'exclusive'),
});
const locks = fc.array(lock, { minLength: 1, maxLength: 5 });

test('whoever asks for whatever in whatever order: all are served', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(locks, { minLength: 2, maxLength: 8 }), async (wants) => {
      const origin = new FakeOrigin();
      let served = 0;
      const inside = new Map<string, LockMode[]>();
      for (const want of wants) {
        const work = async () => {
          for (const { name, mode } of want) inside.set(name, [...(inside.get(name) ?? []), mode]);
          await settleMicrotasks();
          for (const { name } of want) {
            const modes = inside.get(name) ?? [];
            // Alone, or only readers. (The same work may have asked twice for a name.)
            const own = want.filter((other) => other.name === name).length;
            assert.ok(modes.length === own || modes.every((mode) => mode === 'shared'), `${name}: ${modes}`);
          }
          for (const { name, mode } of want) {
            const modes = inside.get(name) ?? [];
            modes.splice(modes.indexOf(mode), 1);
          }
          served++;
        };
        void origin.tab().locks.withLocks(want, work);
      }
      // No time passes: a deadlock would never end.
      for (let turn = 0; turn < 4 * wants.length && served < wants.length; turn++) await settleMicrotasks();
      assert.equal(served, wants.length);
    }),
    { numRuns: 150 },
  );
});

test('each name once, exclusive where anyone wants it so, sorted by code units', () => {
  const order = inOrder('test', [
    'b',
    { name: 'é', mode: 'shared' },
    { name: 'a', mode: 'shared' },
    'B',
    'a',
  ]);
  assert.deepEqual(
    order.map(({ place, mode }) => `${place} ${mode}`),
    ['lock:B exclusive', 'lock:a exclusive', 'lock:b exclusive', 'lock:é shared'],
  );
});

test('names of locks show no personal data', () => {
  for (const { name } of inOrder('test', ['budi@example.com'])) {
    assert.match(name, /^test:lock:[0-9a-f]{32}$/);
  }
});
