import type { Guard } from '../guard.ts';

const DELIVERIES = ['test/submission/what-a-delivery-meets.test.ts'];
const ARMING = ['test/submission/nothing-is-sent-unless-armed.test.ts'];

/** Of what a delivery and a run come to. */
export const protocol: readonly Guard[] = [
  {
    guard: 'one token, one claim: each claim has a token of its own',
    file: 'lib/submission/submit-once.ts',
    find: 'token: randomUUID()',
    replace: "token: 'the same for all'",
    tests: ['test/submission/how-a-run-ends.test.ts'],
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
    guard: 'flightGrace: no look before it (worker)',
    file: 'lib/submission/reconcile.ts',
    find: 'orphan.deadlineInMs + submission.flightGraceMs',
    replace: 'orphan.deadlineInMs',
    tests: ['test/submission/orphans-are-looked-up.test.ts'],
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
  {
    guard: 'a retried message is as old as it was',
    file: 'lib/queue/send-again.ts',
    find: 'message.MessageAttributes?.createdAt ?? {',
    replace: '{',
    tests: ['test/api/parked-messages-are-decided-on.test.ts', 'test/queue/parked-messages-go-back.test.ts'],
  },
];
