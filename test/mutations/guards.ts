/** The guards of the promise: where each stands, how it is broken, and who should notice. */

export interface Guard {
  readonly guard: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  /** Breaks it. */
  readonly replace: string;
  /** At least one of them must turn red. */
  readonly tests: readonly string[];
}

const SCRIPTS = 'lib/ledger/scripts';
const OWNER = ['test/ledger/only-the-owner-writes.test.ts'];
const RESOLVE = ['test/ledger/resolve-judges-one-arming.test.ts'];
const DELIVERIES = ['test/submission/what-a-delivery-meets.test.ts'];
const ARMING = ['test/submission/nothing-is-sent-unless-armed.test.ts'];

export const GUARDS: readonly Guard[] = [
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
    guard: 'one token, one claim: each claim has a token of its own',
    file: 'lib/submission/submit-once.ts',
    find: 'token: randomUUID()',
    replace: "token: 'the same for all'",
    tests: ['test/submission/how-a-run-ends.test.ts'],
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
    guard: 'arm: nothing is sent on another answer than armed',
    file: 'lib/submission/arming.ts',
    find: "throw new LeaseLostError('the lease was gone at the moment of arming');",
    replace: 'break;',
    tests: ARMING,
  },
  {
    guard: 'arm: nothing is sent without an answer',
    file: 'lib/submission/arming.ts',
    find: '        throw thrown;\n      });',
    replace: "        return 'armed' as const;\n      });",
    tests: ARMING,
  },
  {
    guard: 'arm: an answer that came too late is taken back',
    file: 'lib/submission/arming.ts',
    find: 'if (elapsedMs >= deadlineMs - policy.killGraceMs - policy.reserveMs) {',
    replace: 'if (false) {',
    tests: ARMING,
  },
  {
    guard: 'lease: a run aborts before it may be lost',
    file: 'lib/submission/heartbeat.ts',
    find: "abort(new LeaseLostError('the lease could not be renewed in time'));",
    replace: '',
    tests: ['test/submission/heartbeat-keeps-lease-and-visibility.test.ts'],
  },
  {
    guard: 'lease: no beat outlives its run',
    file: 'lib/submission/heartbeat.ts',
    find: '      cancelBeat();\n      cancelWatch();\n      // A call',
    replace: '      // A call',
    tests: ['test/submission/heartbeat-keeps-lease-and-visibility.test.ts'],
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
    guard: 'hold: the submission does not leave by itself',
    file: 'lib/senders/gate.ts',
    find: 'return this.#held.resolve(route);',
    replace: 'this.#held.resolve(route); return route.continue();',
    tests: ['test/senders/held-until-armed.test.ts'],
  },
  {
    guard: 'repeat: a second submission of the page is dropped',
    file: 'lib/senders/gate-rules.ts',
    find: "return state === 'submitting' ? 'hold' : 'repeat';",
    replace: "return state === 'submitting' ? 'hold' : 'pass';",
    tests: ['test/senders/gate-decides-by-rules.test.ts', 'test/senders/requests-nobody-declared.test.ts'],
  },
  {
    guard: 'repeat: the client sends once',
    file: 'lib/senders/bounded-fetch.ts',
    find: 'maxRetries: 0,',
    replace: 'maxRetries: 2,',
    tests: ['test/senders/one-post-when-the-connection-resets.test.ts'],
  },
  {
    guard: 'a duplicate of what is in progress is deferred',
    file: 'lib/submission/submit-once.ts',
    find: "return retry(heldMs(answer, delivery.receives, policy, turn.random), 'held');",
    replace: "return done('submitted', true);",
    tests: DELIVERIES,
  },
  {
    guard: 'an orphan is never run again',
    file: 'lib/submission/submit-once.ts',
    find: 'return reconcile(turn, claim, { ...answer, claimedAtMs, lease });',
    replace: 'return runClaimed(turn, claim, { attempt: 1, claimedAtMs, lease, fresh });',
    tests: [...DELIVERIES, 'test/submission/orphans-are-looked-up.test.ts'],
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
    guard: 'flightGrace: no look before it (worker)',
    file: 'lib/submission/reconcile.ts',
    find: 'orphan.deadlineInMs + submission.flightGraceMs',
    replace: 'orphan.deadlineInMs',
    tests: ['test/submission/orphans-are-looked-up.test.ts'],
  },
  {
    guard: 'a verdict names the arming that it judged',
    file: `${SCRIPTS}/resolve.lua`,
    find: "if armedBy ~= judged then return 'refused' end",
    replace: '',
    tests: RESOLVE,
  },
  {
    guard: 'after arming no error is a failure',
    file: 'lib/submission/conclude.ts',
    find: 'if (ran.arming.armed) return withoutProof(ran, { text: messageOf(thrown) });',
    replace: '',
    tests: ['test/submission/how-a-run-ends.test.ts'],
  },
  {
    guard: 'an expired session leads to one more send, not to two',
    file: 'lib/submission/conclude.ts',
    find: 'if (ran.fresh) return',
    replace: 'if (false) return',
    tests: ['test/submission/how-a-run-ends.test.ts'],
  },
  {
    guard: 'WAIT: an unconfirmed arming is taken back and not sent',
    file: 'lib/submission/arming.ts',
    find: "throw new LedgerError('the arming was not confirmed by a replica');",
    replace: 'break;',
    tests: ARMING,
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
    guard: 'every value is read back just before the click',
    file: 'lib/senders/fill-and-hold.ts',
    find: 'await checkEntered(page);',
    replace: '',
    tests: ['test/fill/values-are-read-back-before-the-click.test.ts'],
  },
  {
    guard: 'a field that was replaced is not filled blindly',
    file: 'lib/form/entered.ts',
    find: "if (where === 'another') {",
    replace: "if (where === 'gone') {",
    tests: ['test/fill/values-are-read-back-before-the-click.test.ts'],
  },
  {
    guard: 'a value that does not hold stops before the submit',
    file: 'lib/form/entered.ts',
    find: 'await entry.putSlowly();\n  if (await entry.holds()) return;',
    replace: 'await entry.putSlowly();\n  return;',
    tests: ['test/fill/what-does-not-hold-is-typed-key-by-key.test.ts'],
  },
  {
    guard: 'cents are not grouping',
    file: 'lib/form/enter.ts',
    find: 'if (/\\d[.,]\\d{1,2}\\D*$/.test(is)) return false;',
    replace: '',
    tests: ['test/fill/grouping-is-told-from-another-value.test.ts'],
  },
  {
    guard: 'parked counts once the parking queue has the copy',
    file: 'lib/queue/batch.ts',
    find: 'return retry(backoffMs(delivery.receives, policy), `parking failed',
    replace: 'return disposition; retry(backoffMs(delivery.receives, policy), `parking failed',
    tests: ['test/queue/batch-answers-a-subset.test.ts'],
  },
  {
    guard: 'told to stop before the run began: not begun',
    file: 'lib/submission/heartbeat.ts',
    find: 'if (invocation.stopping?.aborted) onStopping();',
    replace: '',
    tests: ['test/shutdown/a-signal-at-any-step.test.ts'],
  },
  {
    guard: 'told to stop while armed: waits for proof no longer than the grace',
    file: 'lib/submission/hard-end.ts',
    find: "invocation.stopping?.addEventListener('abort', startAnew);",
    replace: '',
    tests: ['test/shutdown/a-signal-at-any-step.test.ts', 'test/shutdown/told-to-stop-while-armed.test.ts'],
  },
  {
    guard: 'what a last poll brings is given back at once',
    file: 'lib/queue/poller.ts',
    find: 'await giveBack(parts, queueUrl, messages);',
    replace: '',
    tests: ['test/shutdown/told-to-stop-while-idle.test.ts'],
  },
];
