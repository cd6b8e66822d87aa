import type { Guard } from '../guard.ts';

const NEVER_TWICE = 'test/tabs/what-may-have-arrived-is-never-taken-for-not-sent.test.ts';
const ONE_SEND = 'test/tabs/one-send-for-a-key-over-all-tabs.test.ts';
const TERMS = 'test/tabs/an-older-term-is-not-heard.test.ts';

/** Of coordination between tabs. */
export const tabs: readonly Guard[] = [
  {
    guard: 'tabs: a release ends its own lease only',
    file: 'lib/tabs/idb-store.ts',
    find: "transaction.objectStore('pulse').delete(owner);",
    replace: "transaction.objectStore('pulse').clear();",
    tests: ['test/tabs/a-late-holder-lets-nobody-in.test.ts'],
  },
  {
    guard: 'tabs: a release needs no answer that a frozen page would not hear',
    file: 'lib/tabs/idb-store.ts',
    find: '.delete(owner);\n    transaction.commit();',
    replace: '.delete(owner);',
    tests: ['test/tabs/a-tab-that-ends-lets-go.test.ts'],
  },
  {
    guard: 'tabs: a page that is frozen leaves no transaction open',
    file: 'lib/tabs/idb-store.ts',
    find: 'for (const transaction of this.#inSteps) abort(transaction);',
    replace: '',
    tests: ['test/tabs/a-frozen-tab-holds-up-nobody.test.ts'],
  },
  {
    guard: 'tabs: a renewal finds out whose the lease is',
    file: 'lib/tabs/lease-locks.ts',
    find: '} else if (holder !== owner) {',
    replace: '} else if (false) {',
    tests: ['test/tabs/a-lease-is-its-owners.test.ts'],
  },
  {
    guard: 'tabs: what was sent is not sent again',
    file: 'lib/tabs/single-flight.ts',
    find: "if (was?.state === 'acked' || other)",
    replace: 'if (other)',
    tests: [NEVER_TWICE, ONE_SEND],
  },
  {
    guard: 'tabs: the receipt is read under the lock of its key',
    file: 'lib/tabs/single-flight.ts',
    find: "[{ name: key, kind: 'flight' }],",
    replace: "[{ name: randomId(), kind: 'flight' }],",
    tests: [NEVER_TWICE],
  },
  {
    guard: 'tabs: what may have arrived is never taken for not sent',
    file: 'lib/tabs/single-flight.ts',
    find: 'return { again: before !== undefined };',
    replace: 'return { again: false };',
    tests: [NEVER_TWICE],
  },
  {
    guard: 'tabs: several locks are taken in one order',
    file: 'lib/tabs/with-locks.ts',
    find: '.sort((one, other) => (one.place < other.place ? -1 : 1))',
    replace: '',
    tests: ['test/tabs/locks-are-taken-in-one-order.test.ts'],
  },
  {
    guard: 'tabs: a lock that is granted too late starts no work',
    file: 'lib/tabs/with-locks.ts',
    find: 'ending.signal.throwIfAborted();\n      stopWaiting();',
    replace: 'stopWaiting();',
    tests: ['test/tabs/every-wait-and-hold-ends.test.ts'],
  },
  {
    guard: 'tabs: a hold ends',
    file: 'lib/tabs/with-locks.ts',
    find: "end(new LockLostError('hold-limit'), WIND_DOWN_MS)",
    replace: 'undefined',
    tests: ['test/tabs/every-wait-and-hold-ends.test.ts'],
  },
  {
    guard: 'tabs: an older term is not heard',
    file: 'lib/tabs/leader.ts',
    find: 'return one.term > other.term ||',
    replace: 'return one.term < other.term ||',
    tests: [TERMS],
  },
  {
    guard: 'tabs: a leader that slept asks storage whether it still leads',
    file: 'lib/tabs/leader.ts',
    find: 'if (newest > term)',
    replace: 'if (false)',
    tests: [TERMS],
  },
  {
    guard: 'tabs: a term is past all that was heard, whatever the counter and the clock say',
    file: 'lib/tabs/leader.ts',
    find: '(this.#newest?.term ?? 0) + 1, ',
    replace: '',
    tests: [TERMS],
  },
];
