/**
 * The numbers of the protocol and of the calls to Redis and SQS, with the unit in the name and the reason beside it. Those
 * that a stage may set are the defaults of the stage parameters. Chromium's own are in `lib/chromium/limits.ts`.
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
  /** Deferrals count as receives too; a message that waits through a long pause must not run out of them. */
  maxReceiveCount: 100,
  /** From this share of them on the worker parks by itself: the queue's own move to parking carries no reason. */
  parkFromShare: 0.9,
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
  /** A dead worker's message comes back when its lease is certainly over. */
  hideBeyondLeaseMs: 1_000,
  /** Lambda deletes a batch only after it returned: so long a finished message stays hidden beyond the invocation. */
  hideBeyondBatchMs: 5_000,
  /** A proof in hand is worth asking again. */
  settleTries: 3,
  /** Before the second try; twice that before the third. */
  settlePauseMs: 250,
  /** Left for closing the context and answering the queue: no further try to settle. */
  closingMs: 3_000,
  /** Unknown outcomes in a row that pause a form until a person resumes it. */
  brake: 3,

  /**
   * 2 h: a message that has not come for so long is gone. The longest that one stays away is the queue's visibility timeout,
   * where the worker died before it could shorten it (6 x workerTimeoutSeconds: 12 min, at Lambda's maximum 90 min); a
   * deferral takes 15 min.
   */
  sweepSlackMs: 7_200_000,

  /** EventBridge answers within 100 ms; both tries, and Redis before and after them, fit into `tellTimeoutMs`. */
  eventTimeoutMs: 1_000,
  eventTries: 2,
  /** For one event, of what is left of an invocation: producers may hear of it later, the queue's answer may not be late. */
  tellTimeoutMs: 3_000,
  /** Of `closingMs`: Redis takes a millisecond, and where it is silent the log holds the event. */
  keepEventTimeoutMs: 1_000,
  /** 1 min: what was settled lately is told by whoever settled it. */
  sweepTellAfterMs: 60_000,
  /** The sweep tells nothing more when so little of its time is left. */
  sweepClosingMs: 10_000,

  /** Beyond the queue's and the parking queue's retention (14 + 14 d). */
  ledgerRetentionDays: 30,
  /** Connect and command together stay below the 5 s in which a worker without Redis must give up. */
  redisConnectTimeoutMs: 2_000,
  redisCommandTimeoutMs: 2_000,
  /** SQS answers within 100 ms; parking and the final visibility must still fit into the reserve. */
  queueTimeoutMs: 1_500,
  queueTries: 2,
  /** Secrets Manager answers within 100 ms; all tries must fit into the 10 s that Lambda gives a function to start. */
  secretTimeoutMs: 2_500,
  secretTries: 3,
  /** A picture is worth this much of the reserve, no more: to take it, and to store it. */
  pictureTimeoutMs: 2_000,
  storeTimeoutMs: 1_500,
  /** A replica in another zone answers within a few milliseconds. */
  waitTimeoutMs: 500,

  /** The function `operator` may take 30 s, and has to start before. */
  operatorConnectTimeoutMs: 5_000,
  operatorTimeoutMs: 45_000,

  /** More of one phase is no use on a screen. */
  overviewNewest: 50,
  /** 240,000 records at least, on a busy machine; API Gateway waits for 29 s. */
  overviewBudgetMs: 10_000,
  /** Redis does nothing else for 10 ms; a heartbeat waits for 2 s. */
  overviewStepRecords: 1_000,

  /**
   * How far a file was sent is remembered for so long. Finished: by then its last message has left the queue (14 d). Unfinished:
   * as long as its messages may lie in both queues (14 + 14 d), and no longer than the ledger remembers, since the rest would
   * be parked as stale.
   */
  keepSentDays: 14,
  keepUnfinishedDays: 28,

  /** A poll waits 1 s for messages; more than this is no answer. */
  pollTimeoutMs: 5_000,
  /**
   * From the signal to stop until the last batch is over; with what follows it stays below the 30 s that containers get before
   * SIGKILL. By default an armed submission has its whole proofTimeoutMs and reserveMs in it.
   */
  stopGraceMs: 24_000,
  /** After the grace: closing the browser, by force if need be. Then the process ends in any case. */
  stopClosingMs: 5_000,
} as const;
