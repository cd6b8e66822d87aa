/**
 * The rules that the protocol rests on, each of which can be taken back to see what it keeps away. F1 to F10 and V1 to V10
 * are the numbers of the analysis that found them.
 */
export interface Rules {
  /** F1: a duplicate of a submission in progress is deferred, never done. */
  readonly heldIsDeferred: boolean;
  /** F2: *absent* is believed only when the sender is dead for certain … */
  readonly absentAwaitsSender: boolean;
  /** F2: … and when nothing that it sent is under way any more. */
  readonly absentAwaitsRequest: boolean;
  /** F2: a claim on an orphan leaves the arming as the sender wrote it. */
  readonly orphanKeepsSender: boolean;
  /** F2: a look that began before the deadline says nothing, however late its verdict comes. */
  readonly lookBeginsAfterDeadline: boolean;
  /** F3: a verdict counts only for the arming that was judged … */
  readonly verdictNamesArming: boolean;
  /** F3: … and only while its verifier still holds the lease. */
  readonly verifierHolds: boolean;
  /** F4: data is compared before lease and phase. */
  readonly dataFirst: boolean;
  /** F5: refusals are remembered for each data, not for the last one only. */
  readonly refusalsRemembered: boolean;
  /** F6: a WAIT counts only on the connection that its arming was sent on. */
  readonly waitGoesWithArm: boolean;
  /** F7: a token serves one claim. */
  readonly oneTokenOneClaim: boolean;
  /** F9: a message is deleted only on an outcome that a replica confirmed. */
  readonly outcomeIsConfirmed: boolean;
  /** F10: where nothing was sent, other data may claim. */
  readonly otherDataMayFollow: boolean;
}

export const AS_BUILT: Rules = {
  heldIsDeferred: true,
  absentAwaitsSender: true,
  absentAwaitsRequest: true,
  orphanKeepsSender: true,
  lookBeginsAfterDeadline: true,
  verdictNamesArming: true,
  verifierHolds: true,
  dataFirst: true,
  refusalsRemembered: true,
  waitGoesWithArm: true,
  oneTokenOneClaim: true,
  outcomeIsConfirmed: true,
  otherDataMayFollow: true,
};
