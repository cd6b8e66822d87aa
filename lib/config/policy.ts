import type { Policy } from '../submission/policy.ts';
import { DEFAULTS } from './defaults.ts';
import type { StageParameters } from './stage.ts';

/** The numbers of the protocol, as the stage sets them. */
export function policyOf(stage: StageParameters): Policy {
  return {
    leaseTtlMs: stage.leaseTtlMs,
    heartbeatMs: stage.heartbeatMs,
    abortMarginMs: stage.abortMarginMs,
    reserveMs: stage.reserveMs,
    killGraceMs: DEFAULTS.killGraceMs,
    maxAttempts: stage.maxAttempts,
    parkFromReceive: Math.floor(stage.maxReceiveCount * DEFAULTS.parkFromShare),
    backoffBaseMs: stage.backoffBaseMs,
    backoffMaxMs: DEFAULTS.backoffMaxMs,
    jitterMs: DEFAULTS.jitterMs,
    maxHideMs: DEFAULTS.maxHideMs,
    maxAheadMs: DEFAULTS.maxAheadMs,
    hideBeyondLeaseMs: DEFAULTS.hideBeyondLeaseMs,
    hideBeyondBatchMs: DEFAULTS.hideBeyondBatchMs,
    settleTries: DEFAULTS.settleTries,
    settlePauseMs: DEFAULTS.settlePauseMs,
    closingMs: DEFAULTS.closingMs,
  };
}
