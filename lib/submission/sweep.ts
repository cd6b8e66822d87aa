import { randomUUID } from 'node:crypto';
import type { Claim, Invocation, Ledger, Outcomes, Telemetry } from './ports.ts';

/** An armed record whose lease is gone, as it stood when it was read; times are counted by the ledger's clock. */
export interface Orphan {
  readonly key: string;
  readonly form: string;
  readonly label: string;
  readonly messageId: string;
  readonly dataHash: string;
  readonly createdAtMs: number;
  readonly armedBy: string;
  /** For how long its sender has been dead for certain; negative when it may still live. */
  readonly senderDeadMs: number;
  /** Since a delivery met the record for the last time. */
  readonly unmetMs: number;
}

export interface SweepWorld {
  readonly ledger: Pick<Ledger, 'claim' | 'settle' | 'release'>;
  readonly outcomes: Pick<Outcomes, 'tell'>;
  readonly telemetry: Telemetry;
  readonly invocation: Invocation;
  readonly leaseTtlMs: number;
  /** After that long without a delivery no message comes any more. */
  readonly slackMs: number;
  flightGraceMs(form: string): number;
  /** Whether a delivery could look it up. */
  canVerify(form: string): boolean;
}

/**
 * Raises the orphans whose message is gone (a failover took the outcome back after the message was deleted) or parked: no
 * delivery will bring them to their end. With `verify` they stay armed, so that their message, sent once more, is looked
 * up; without it they become `unknown`, as their message would have made them.
 *
 * @returns how many were raised
 * @throws LedgerError; the next sweep finds what is left
 */
export async function sweep(orphans: readonly Orphan[], world: SweepWorld): Promise<number> {
  const lost = orphans.filter(
    ({ form, senderDeadMs, unmetMs }) =>
      senderDeadMs >= world.flightGraceMs(form) + world.slackMs && unmetMs >= world.slackMs,
  );
  let tells = true;
  for (const orphan of lost) {
    if (world.canVerify(orphan.form)) {
      raise(
        orphan,
        `send its message once more (perhaps it is parked): it is looked up; or look at the target, then ${resolving(orphan)}`,
        world,
      );
    } else if (await settleUnknown(orphan, world)) {
      raise(orphan, `look at the target, then ${resolving(orphan)}`, world);
      // Until one is not told: what that needs is down, and waiting for it once for each would use the time up.
      if (tells) tells = await world.outcomes.tell(orphan.key, world.invocation.remainingMs());
    }
  }
  world.telemetry.count('Orphans', lost.length);
  return lost.length;
}

function raise({ key, form, label }: Orphan, next: string, { telemetry }: SweepWorld): void {
  telemetry.warn('armed, and no message comes for it', { key, form, label, next });
}

function resolving({ key }: Orphan): string {
  return `npx sekali resolve ${key} landed|absent --why TEXT`;
}

/** False where it has come to its end meanwhile, or somebody is at it. */
async function settleUnknown(orphan: Orphan, world: SweepWorld): Promise<boolean> {
  const { ledger, telemetry, invocation, leaseTtlMs } = world;
  const { key, form, label, messageId, dataHash, createdAtMs } = orphan;
  const claim: Claim = { key, token: randomUUID() };
  const answer = await ledger.claim({
    ...claim,
    ...{ form, label, messageId, dataHash, createdAtMs },
    leaseMs: leaseTtlMs,
    remainingMs: invocation.remainingMs(),
  });
  if (answer.kind === 'claimed') {
    // Opened since it was read. To run it takes a message.
    await ledger.release(claim, 'refund', 'the sweep runs nothing');
    return false;
  }
  if (answer.kind !== 'orphaned') return false;
  if (answer.armedBy !== orphan.armedBy) {
    await ledger.release(claim, 'keep', 'armed anew since it was read');
    return false;
  }
  const settled = await ledger.settle(claim, 'unknown', {
    text: 'the worker that sent it ended before the answer, and no message comes for it',
  });
  if (settled === 'notOwner') return false;
  telemetry.count('Unknown');
  if (settled === 'settledAndPaused') telemetry.count('FormPaused');
  return true;
}
