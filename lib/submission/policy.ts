/** The numbers of the protocol. Their values and reasons: `lib/config/defaults.ts`. */
export interface Policy {
  readonly leaseTtlMs: number;
  readonly heartbeatMs: number;
  readonly abortMarginMs: number;
  readonly reserveMs: number;
  readonly killGraceMs: number;
  readonly maxAttempts: number;
  readonly parkFromReceive: number;
  readonly backoffBaseMs: number;
  readonly backoffMaxMs: number;
  readonly jitterMs: number;
  readonly maxHideMs: number;
  readonly maxAheadMs: number;
  readonly hideBeyondLeaseMs: number;
  readonly hideBeyondBatchMs: number;
  readonly settleTries: number;
  readonly settlePauseMs: number;
  readonly closingMs: number;
}
