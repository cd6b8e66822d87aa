/** The lock was not to be had in time. */
export class LockTimeoutError extends Error {
  override name = 'LockTimeoutError';
  constructor(waitMs: number) {
    super(`Another tab has been busy with this for more than ${waitMs} ms. Nothing was done; try again.`);
  }
}

/** The lock was not free, and the caller did not want to wait. */
export class LockBusyError extends Error {
  override name = 'LockBusyError';
  constructor() {
    super('Another tab is busy with this. Nothing was done.');
  }
}

export type LossReason = 'taken' | 'hold-limit' | 'page-left';

const LOSSES = {
  taken: 'another tab has taken the lock, or its lease ran out',
  'hold-limit': 'the work took longer than it may hold the lock',
  'page-left': 'the page was left or frozen',
} as const satisfies Record<LossReason, string>;

/** The lock was lost, or let go, before the work had ended: what the work did since then is not protected. */
export class LockLostError extends Error {
  override name = 'LockLostError';
  readonly reason: LossReason;
  constructor(reason: LossReason, options?: ErrorOptions) {
    super(`The lock is no longer held: ${LOSSES[reason]}.`, options);
    this.reason = reason;
  }
}

/** A mistake of the caller: two tabs that ask in different orders would wait for each other for ever. */
export class LockOrderError extends Error {
  override name = 'LockOrderError';
  constructor() {
    super('Locks inside locks must come later in the order. Ask for all of them in one call.');
  }
}

/** Too many of this tab wait for the same thing. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
  constructor(maxPending: number) {
    super(`More than ${maxPending} requests of this tab wait for the same lock. Nothing was done.`);
  }
}

/** One key must never stand for two contents: the server would take only the first. */
export class KeyPayloadMismatchError extends Error {
  override name = 'KeyPayloadMismatchError';
  constructor() {
    super('This key was used before, for other content. Other content needs a key of its own.');
  }
}

/** For a `send` to throw when it is certain that the server took nothing, as when it answered 422. */
export class NotSentError extends Error {
  override name = 'NotSentError';
}
