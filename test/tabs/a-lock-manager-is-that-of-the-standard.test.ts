import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_STORAGE, type Provider, world } from './support.ts';

/** The browser's own, so that the checks are those of the standard; and what stands in for it. */
const KINDS: readonly { provider: Provider; init?: string; is: string; shares: boolean }[] = [
  { provider: 'native', is: 'web-locks', shares: true },
  { provider: 'lease', is: 'idb-lease', shares: false },
  { provider: 'lease', init: NO_STORAGE, is: 'in-tab', shares: true },
];

for (const { provider, init, is, shares } of KINDS) {
  test(is, async (t) => {
    const { open } = await world(t, provider, init === undefined ? {} : { init });
    const [page] = await open(1);
    const seen = await page?.evaluate(async () => {
      const { locks } = tabs;
      const events: string[] = [];
      const name = (error: unknown) => (error instanceof Error ? error.name : String(error));
      const hold = async (lock: string, options: LockOptions = {}) => {
        let release: (value: string) => void = () => undefined;
        let granted: () => void = () => undefined;
        const held = new Promise<void>((resolve) => {
          granted = resolve;
        });
        const ended = locks.request(lock, options, () => {
          granted();
          return new Promise<string>((resolve) => {
            release = resolve;
          });
        });
        await held;
        return { release: () => release('result'), ended };
      };
      const ifAvailable = (lock: string, mode: LockMode = 'exclusive') =>
        locks.request(lock, { ifAvailable: true, mode }, (given) => given?.mode ?? null);
      const pending = (lock: string) =>
        locks.query().then((all) => all.pending?.filter((one) => one.name === lock).length);

      const lock = await locks.request('a', (given) => `${given?.name} ${given?.mode}`);
      const one = await hold('a');
      const busy = [await ifAvailable('a'), await ifAvailable('b')];
      const cancel = new AbortController();
      const aborted = locks.request('a', { signal: cancel.signal }, () => 'ran').catch((error) => error);
      while ((await pending('a')) !== 1);
      cancel.abort('why');
      const reason = await aborted;
      const order = [1, 2, 3].map((nth) => locks.request('a', () => void events.push(`turn ${nth}`)));
      while ((await pending('a')) !== 3);
      const held = (await locks.query()).held?.map((info) => `${info.name} ${info.mode}`);
      one.release();
      const result = await one.ended;
      await Promise.all(order);

      const late = new AbortController();
      const afterGrant = locks.request('a', { signal: late.signal }, async () => {
        late.abort();
        return 'held all the same';
      });
      const reader = await hold('r', { mode: 'shared' });
      const otherReader = await ifAvailable('r', 'shared');
      const writer = locks.request('r', () => 'wrote');
      while ((await pending('r')) !== 1);
      const behindWriter = await ifAvailable('r', 'shared');
      reader.release();
      const refused = [
        await locks.request('-a', () => 0).catch(name),
        await locks.request('a', { ifAvailable: true, signal: late.signal }, () => 0).catch(name),
        await locks.request('a', { steal: true, ifAvailable: true }, () => 0).catch(name),
      ];
      const thrown = await locks.request('a', () => Promise.reject(new RangeError())).catch(name);
      return {
        provider: tabs.capability.provider,
        ...{ lock, busy, reason, held, result, events, afterGrant: await afterGrant },
        ...{ otherReader, behindWriter, wrote: await writer, refused, thrown, free: await ifAvailable('a') },
      };
    });
    assert.deepEqual(seen, {
      provider: is,
      lock: 'a exclusive',
      busy: [null, 'exclusive'],
      reason: 'why',
      held: ['a exclusive'],
      result: 'result',
      events: ['turn 1', 'turn 2', 'turn 3'],
      afterGrant: 'held all the same',
      otherReader: shares ? 'shared' : null,
      behindWriter: null,
      wrote: 'wrote',
      refused: ['NotSupportedError', 'NotSupportedError', 'NotSupportedError'],
      thrown: 'RangeError',
      free: 'exclusive',
    });
  });
}
