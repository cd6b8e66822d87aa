/**
 * Every number of the worker, with its unit in the name and the reason beside it. Those that a stage may set are the
 * defaults of the stage parameters (`stage.ts`); the others are constants of the protocol.
 */
export const DEFAULTS = {
  /** A crash frees the key soon; two missed beats still leave a margin. */
  leaseTtlMs: 10_000,
  heartbeatMs: 4_000,
  /** Before the lease ends: time to stop page actions. */
  abortMarginMs: 1_500,

  /** Slow targets; a form may raise these three. */
  navigationTimeoutMs: 30_000,
  actionTimeoutMs: 10_000,
  proofTimeoutMs: 15_000,

  /** To settle, close the context and answer the queue. */
  reserveMs: 6_000,
  /** Lambda kills an invocation up to a second after its deadline (0.68 s was seen in the field). */
  killGraceMs: 2_000,
  /** Requests may be under way for so long after their sender died. */
  flightGraceMs: 60_000,

  /** Counted in the record, so that crashes count and deferrals do not. */
  maxAttempts: 5,
  /** Below the queue's maxReceiveCount of 100, since the queue's own move to parking carries no reason. */
  parkFromReceive: 90,
  /** Retry after 10 s, 20 s, 40 s … */
  backoffBaseMs: 10_000,
  /** … and at most 15 min. */
  backoffMaxMs: 900_000,
  /** Spreads duplicates that were deferred by the same holder. */
  jitterMs: 1_000,

  /** 11 h 50 min: SQS hides a message for at most 12 h after it was received. */
  maxHideMs: 42_600_000,
  /** 7 d: half of what a queue keeps a message. */
  maxAheadMs: 604_800_000,
  /** Unknown outcomes in a row that pause a form until a person resumes it. */
  brake: 3,

  /** Beyond the queue's and the parking queue's retention (14 + 14 d). */
  ledgerRetentionDays: 30,
  /** Connect and command together stay below the 5 s in which a worker without Redis must give up. */
  redisConnectTimeoutMs: 2_000,
  redisCommandTimeoutMs: 2_000,
  /** SQS answers within 100 ms; parking and the final visibility must still fit into the reserve. */
  queueTimeoutMs: 1_500,
  queueTries: 2,
  /** A replica in another zone answers within a few milliseconds. */
  waitTimeoutMs: 500,
} as const;
