import type { Guard } from '../guard.ts';

const SCRIPTS = 'lib/ledger/scripts';
const OWNER = ['test/ledger/only-the-owner-writes.test.ts'];
const RESOLVE = ['test/ledger/resolve-judges-one-arming.test.ts'];

/** Of the ledger's scripts and connections. */
export const ledger: readonly Guard[] = [
  {
    guard: 'owner check: renew',
    file: `${SCRIPTS}/renew.lua`,
    find: "if redis.call('GET', lease) ~= token then return 0 end",
    replace: '',
    tests: OWNER,
  },
  {
    guard: 'owner check: arm',
    file: `${SCRIPTS}/arm.lua`,
    find: "if redis.call('GET', lease) ~= token then return 'lost' end",
    replace: '',
    tests: OWNER,
  },
  {
    guard: 'owner check: disarm',
    file: `${SCRIPTS}/disarm.lua`,
    find: "if phase ~= 'armed' or armedBy ~= token then",
    replace: "if phase ~= 'armed' then",
    tests: OWNER,
  },
  {
    guard: 'owner check: release of a claim',
    file: `${SCRIPTS}/release.lua`,
    find: "if phase == 'claimed' and owner == token then",
    replace: "if phase == 'claimed' then",
    tests: OWNER,
  },
  {
    guard: 'owner check: release of a lease',
    file: `${SCRIPTS}/release.lua`,
    find: "if redis.call('GET', lease) == token then",
    replace: "if redis.call('GET', lease) then",
    tests: [...OWNER, 'test/ledger/another-holders-lease-survives.test.ts'],
  },
  {
    guard: 'owner check: settle',
    file: `${SCRIPTS}/settle.lua`,
    find: "mine = armedBy == token or (holds and outcome == 'unknown')",
    replace: 'mine = true',
    tests: OWNER,
  },
  {
    guard: 'data first',
    file: `${SCRIPTS}/claim.lua`,
    find: "if other and (holder or armed or phase == 'submitted') then return { 'conflict', phase } end",
    replace: '',
    tests: ['test/ledger/claim-answers-by-phase.test.ts'],
  },
  {
    guard: 'refusals are remembered per data',
    file: `${SCRIPTS}/claim.lua`,
    find: "if redis.call('HEXISTS', record, 'refused:' .. dataHash) == 1 then return { 'settled', 'refused' } end",
    replace:
      "if phase == 'refused' and redis.call('HGET', record, 'dataHash') == dataHash then return { 'settled', 'refused' } end",
    tests: [
      'test/ledger/claim-answers-by-phase.test.ts',
      'test/ledger/unknown-has-one-way-in-and-out.test.ts',
    ],
  },
  {
    guard: 'one token, one claim: the same token writes no phase',
    file: `${SCRIPTS}/claim.lua`,
    find: 'if holder == token then',
    replace: 'if false then',
    tests: ['test/ledger/same-token-same-answer.test.ts'],
  },
  {
    guard: 'what belongs to the sender stays: a claim on an orphan',
    file: `${SCRIPTS}/claim.lua`,
    find: "redis.call('HSET', record, 'holderDeadline', now + remainingMs)\n  return { 'orphaned'",
    replace:
      "redis.call('HSET', record, 'holderDeadline', now + remainingMs, 'armedBy', token)\n  return { 'orphaned'",
    tests: [...RESOLVE, 'test/ledger/claim-answers-by-phase.test.ts'],
  },
  {
    guard: 'a granted claim forgets the arming before it',
    file: `${SCRIPTS}/claim.lua`,
    find: "redis.call('HDEL', record, 'armedBy', 'armedAt', 'deadline')",
    replace: '',
    tests: ['test/model/scripts-answer-as-the-model.test.ts'],
  },
  {
    guard: 'an emptied ledger is noticed',
    file: `${SCRIPTS}/claim.lua`,
    find: "if redis.call('GET', meta) ~= ARGV[10] then return { 'wrongLedger' } end",
    replace: '',
    tests: ['test/ledger/wrong-ledger-writes-nothing.test.ts'],
  },
  {
    guard: 'a message older than the ledger remembers is not run',
    file: `${SCRIPTS}/claim.lua`,
    find: "if not phase and now - tonumber(ARGV[6]) > retentionMs - DAY_MS then return { 'stale' } end",
    replace: '',
    tests: ['test/ledger/nothing-sent-is-forgotten.test.ts', 'test/ledger/claim-answers-by-phase.test.ts'],
  },
  {
    guard: 'armed records never expire',
    file: `${SCRIPTS}/arm.lua`,
    find: "redis.call('PERSIST', record)",
    replace: '',
    tests: ['test/ledger/nothing-sent-is-forgotten.test.ts'],
  },
  {
    guard: 'arm: only the claim itself can be armed',
    file: `${SCRIPTS}/arm.lua`,
    find: "if phase ~= 'claimed' or owner ~= token then return 'wrongPhase' end",
    replace: '',
    tests: [
      ...OWNER,
      'test/ledger/same-token-same-answer.test.ts',
      'test/model/scripts-answer-as-the-model.test.ts',
    ],
  },
  {
    guard: 'a confirmation that is asked for is waited for',
    file: 'lib/ledger/connection.ts',
    find: 'if (confirmation.replicas === 0) {',
    replace: 'if (confirmation.replicas >= 0) {',
    tests: ['test/ledger/unconfirmed-by-a-replica.test.ts'],
  },
  {
    guard: 'WAIT: an arming that no replica confirmed does not count',
    file: 'lib/ledger/connection.ts',
    find: 'confirmed: !waitError && Number(replicas) >= confirmation.replicas',
    replace: 'confirmed: true',
    tests: ['test/ledger/unconfirmed-by-a-replica.test.ts', 'test/worker/no-replica-no-send.test.ts'],
  },
  {
    guard: 'WAIT: nothing is sent again by the client itself',
    file: 'lib/ledger/connection.ts',
    find: 'autoResendUnfulfilledCommands: false,\n      enableOfflineQueue: false,\n      maxRetriesPerRequest: 0,',
    replace:
      'autoResendUnfulfilledCommands: true,\n      enableOfflineQueue: true,\n      maxRetriesPerRequest: 3,',
    tests: ['test/ledger/nothing-is-sent-again-after-a-cut.test.ts'],
  },
  {
    guard: 'flightGrace: absent is believed only after it (ledger)',
    file: `${SCRIPTS}/resolve.lua`,
    find: 'local certain = tonumber(deadline) + tonumber(ARGV[5])',
    replace: 'local certain = tonumber(deadline)',
    tests: RESOLVE,
  },
  {
    guard: 'flightGrace: the look must begin after it (ledger)',
    file: `${SCRIPTS}/resolve.lua`,
    find: 'if now < certain or tonumber(ARGV[4]) < certain then',
    replace: 'if now < certain then',
    tests: RESOLVE,
  },
  {
    guard: 'a verdict names the arming that it judged',
    file: `${SCRIPTS}/resolve.lua`,
    find: "if armedBy ~= judged then return 'refused' end",
    replace: '',
    tests: RESOLVE,
  },
  {
    guard: 'WAIT: no message is deleted on an unconfirmed outcome',
    file: 'lib/ledger/redis-ledger.ts',
    find: "if (answer.kind === 'settled' && !confirmed) {",
    replace: 'if (false) {',
    tests: ['test/ledger/unconfirmed-by-a-replica.test.ts'],
  },
  {
    guard: 'the brake counts different submissions, not one that fails again and again',
    file: `${SCRIPTS}/misfit.lua`,
    find: "if other == key then return 'noted' end",
    replace: '',
    tests: ['test/ledger/misfits-in-a-row-pause-a-form.test.ts'],
  },
  {
    guard: 'an arming starts the row of misfits anew',
    file: `${SCRIPTS}/arm.lua`,
    find: "redis.call('HDEL', form, 'misfits')",
    replace: '',
    tests: ['test/ledger/misfits-in-a-row-pause-a-form.test.ts'],
  },
  {
    guard: 'other data in the way is not queued',
    file: 'lib/ledger/scripts/preview.lua',
    find: "if other and (holder or armed or phase == 'submitted') then return { 'conflict', phase, '' } end",
    replace: '',
    tests: ['test/ledger/preview-says-what-claim-answers.test.ts'],
  },
];
