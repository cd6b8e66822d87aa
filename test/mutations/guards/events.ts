import type { Guard } from '../guard.ts';

const TOLD = ['test/ledger/told-clears-what-was-told.test.ts'];
const FAILS = ['test/events/what-fails-stays-due.test.ts'];
const PARKED = ['test/events/parked-messages-are-told.test.ts'];

/** Of what producers are told. */
export const events: readonly Guard[] = [
  {
    guard: 'only the end that was told is no longer due',
    file: 'lib/ledger/scripts/told.lua',
    find: 'if due ~= ARGV[1] or event ~= ARGV[2] then return 0 end',
    replace: '',
    tests: TOLD,
  },
  {
    guard: 'two ends in one millisecond are two',
    file: 'lib/ledger/scripts/told.lua',
    find: ' or event ~= ARGV[2]',
    replace: '',
    tests: TOLD,
  },
  {
    guard: 'nothing is told of another ledger',
    file: 'lib/ledger/scripts/due.lua',
    find: "if redis.call('GET', meta) ~= ARGV[1] then return { 'wrongLedger' } end",
    replace: '',
    tests: FAILS,
  },
  {
    guard: 'a duplicate hears that an end is due',
    file: 'lib/ledger/scripts/claim.lua',
    find: "local due = redis.call('HEXISTS', record, 'event')",
    replace: 'local due = 0',
    tests: ['test/ledger/claim-answers-by-phase.test.ts', 'test/worker/outcomes-are-told.test.ts'],
  },
  {
    guard: 'a reopened submission is told as such, whatever its phase by then',
    file: 'lib/ledger/scripts/resolve.lua',
    find: "type = verdict == 'landed' and 'submitted' or 'reopened'",
    replace: "type = verdict == 'landed' and 'submitted' or phase",
    tests: ['test/events/each-end-is-told.test.ts'],
  },
  {
    guard: 'first told, then written down that it was',
    file: 'lib/events/teller.ts',
    find: `      await put(endOf(key, record, stage));
      await told(connection, key, record);`,
    replace: `      await told(connection, key, record);
      await put(endOf(key, record, stage));`,
    tests: FAILS,
  },
  {
    guard: 'a sink that hangs is not waited for',
    file: 'lib/events/teller.ts',
    find: 'AbortSignal.timeout(Math.min(withinMs, timeoutMs))',
    replace: 'AbortSignal.timeout(3_600_000)',
    tests: FAILS,
  },
  {
    guard: 'the event of a parked message is kept where the bus does not take it',
    file: 'lib/events/teller.ts',
    find: 'keepEvent(this.#parts.connection, { id, json: jsonOf(event) }, this.#parts),',
    replace: 'Promise.resolve(),',
    tests: PARKED,
  },
  {
    guard: 'keeping the event of a parked message does not hold up the answer to the queue',
    file: 'lib/events/teller.ts',
    find: 'AbortSignal.timeout(this.#parts.keepTimeoutMs)',
    replace: 'AbortSignal.timeout(3_600_000)',
    tests: PARKED,
  },
  {
    guard: 'what the bus answers about its entry counts, not the 200',
    file: 'lib/events/bus-sink.ts',
    find: 'if (FailedEntryCount !== 0) {',
    replace: 'if (FailedEntryCount === undefined) {',
    tests: ['test/events/the-bus-says-what-it-took.test.ts'],
  },
  {
    guard: 'the sweep leaves to the worker what was settled just now',
    file: 'lib/ledger/scripts/to-sweep.lua',
    find: '(tonumber(dueAt) or 0) + afterMs <= now',
    replace: 'true',
    tests: ['test/events/the-sweep-tells-what-is-left.test.ts'],
  },
  {
    guard: 'what no replica has confirmed is not told',
    file: 'lib/submission/conclude.ts',
    find: '? { ...done(phase), due: true } : later(',
    replace: '? { ...done(phase), due: true } : ((...all) => ({ ...later(...all), due: true }))(',
    tests: ['test/submission/an-end-is-told.test.ts'],
  },
  {
    guard: 'ends that nobody can tell do not stand before all others',
    file: 'lib/events/in-groups.ts',
    find: 'Math.floor(Math.random() * all.length)',
    replace: '0',
    tests: ['test/events/the-sweep-tells-what-is-left.test.ts'],
  },
  {
    guard: 'a sweep with many orphans waits once for a bus that is down',
    file: 'lib/submission/sweep.ts',
    find: 'if (tells) tells =',
    replace: 'tells =',
    tests: ['test/ledger/lost-orphans-are-raised.test.ts'],
  },
  {
    guard: 'a line of events is one write',
    file: 'lib/events/file-sink.ts',
    find: 'await appendFile(file, Buffer.from(',
    replace:
      'await (async (line) => { await appendFile(file, line.subarray(0, 9)); await appendFile(file, line.subarray(9)); })(Buffer.from(',
    tests: ['test/events/lines-stay-whole.test.ts'],
  },
];
