import type { Who } from '../../lib/config/tokens.ts';
import type { Accepted } from '../../lib/form/accept.ts';
import type { Registry } from '../../lib/form/registry.ts';
import type { Connection } from '../../lib/ledger/connection.ts';
import type { LedgerOptions, RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import type { Data } from '../../lib/submission/key.ts';
import type { Outcomes, Telemetry } from '../../lib/submission/ports.ts';
import type { ParkedDesk } from '../operate/parked-desk.ts';
import type { EvidenceLinks } from './evidence-links.ts';

/** What the routes work with. */
export interface Api {
  /** Who asks, by the header Authorization. @throws Problem 401 */
  whoAsks(authorization: string | undefined): Promise<Who>;
  readonly registry: Registry;
  readonly telemetry: Telemetry;
  readonly connection: Connection;
  readonly ledger: Pick<RedisLedger, 'resolve'>;
  readonly outcomes: Pick<Outcomes, 'tell'>;
  readonly ledgerOptions: Pick<LedgerOptions, 'meta' | 'retentionMs'>;
  /** Of the worker, to tell the age of a heartbeat. */
  readonly leaseTtlMs: number;
  flightGraceMs(form: string): number;
  /** @throws ParkError */
  accept(form: string, data: Data): Accepted;
  /** Sends a message to the queue of submissions. @returns its id. @throws Error of SQS */
  enqueue(body: string): Promise<string>;
  readonly desk: ParkedDesk;
  readonly links: EvidenceLinks;
  nowMs(): number;
}
