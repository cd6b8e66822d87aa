import { LedgerError } from './errors.ts';
import type { Outcome, SettledPhase } from './phases.ts';
import type { Policy } from './policy.ts';
import type { Claim, Clock, Invocation, Ledger } from './ports.ts';

interface SettlingWorld {
  readonly ledger: Pick<Ledger, 'settle'>;
  readonly clock: Clock;
  readonly invocation: Invocation;
  readonly policy: Policy;
}

/**
 * Settles, again if no answer comes: a proof in hand is worth more than a second, and the same token gets the same
 * answer however often it asks.
 *
 * @throws LedgerError when the answer is still not known; the next delivery meets what the ledger holds
 */
export async function settleFirmly(
  { ledger, clock, invocation, policy }: SettlingWorld,
  claim: Claim,
  phase: SettledPhase | 'unknown',
  outcome: Outcome,
): ReturnType<Ledger['settle']> {
  for (let nth = 1; ; nth++) {
    try {
      return await ledger.settle(claim, phase, outcome);
    } catch (thrown) {
      const again = nth < policy.settleTries && invocation.remainingMs() > policy.closingMs;
      if (!(thrown instanceof LedgerError) || !again) throw thrown;
      await new Promise<void>((resolve) => clock.after(policy.settlePauseMs * nth, resolve));
    }
  }
}
