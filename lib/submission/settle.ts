import { LedgerError } from './errors.ts';
import type { Outcome, SettledPhase } from './phases.ts';
import type { Claim, Clock, Invocation, Ledger } from './ports.ts';

const TRIES = 3;
const PAUSE_MS = 250;
/** Left for closing the context and answering the queue. */
const CLOSING_MS = 3_000;

/**
 * Settles, again if no answer comes: a proof in hand is worth more than a second, and the same token gets the same
 * answer however often it asks.
 *
 * @throws LedgerError when the answer is still not known; the next delivery meets what the ledger holds
 */
export async function settleFirmly(
  world: { readonly ledger: Pick<Ledger, 'settle'>; readonly clock: Clock; readonly invocation: Invocation },
  claim: Claim,
  phase: SettledPhase | 'unknown',
  outcome: Outcome,
): ReturnType<Ledger['settle']> {
  for (let nth = 1; ; nth++) {
    try {
      return await world.ledger.settle(claim, phase, outcome);
    } catch (thrown) {
      const again = nth < TRIES && world.invocation.remainingMs() > CLOSING_MS;
      if (!(thrown instanceof LedgerError) || !again) throw thrown;
      await new Promise<void>((resolve) => world.clock.after(PAUSE_MS * nth, resolve));
    }
  }
}
