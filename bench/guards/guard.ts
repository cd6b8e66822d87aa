import type { Data } from '../../lib/submission/key.ts';

/** What keeps submissions from being made twice: the product's ledger, or what people would use instead. */
export interface Contender {
  readonly name: string;
  readonly ours?: true;
  /** What is done where a worker is lost, in a few words. */
  readonly lacks: Lacks;
  /** Whether its Redis has a replica. */
  readonly replicated?: true;
  /** @param url of its Redis */
  open(url: string): Promise<Guard>;
}

export interface Lacks {
  /** A step right before the send, after which nobody sends again. */
  readonly arming: string;
  /** Whether one that lost its lock can still write. */
  readonly owner: string;
  /** Whether what became of a submission is kept, so that a later duplicate is skipped. */
  readonly outcome: string;
}

export interface Guard {
  /** Guards a submission, from its data to what is kept of it. The submission itself takes no time. Absent: guards none. */
  submit?(data: Data): Promise<void>;
  /**
   * Answers what meets a duplicate of a submission that came to its end, its key known already where the guard takes one.
   * Absent where a duplicate is run again. What it answers throws an Error when that would be.
   */
  skipOf?(data: Data): () => Promise<void>;
  close(): void;
}

/** Long enough for a run, and what all of them take: the product's default. */
export const LEASE_MS = 10_000;

/** How long outcomes are kept: the product's default. */
export const RETENTION_MS = 30 * 86_400_000;

export const OUTCOME = { text: 'Registration received: R-2026-000123' };

let made = 0;

/** Somebody's data, as a message carries it; each time somebody else's. */
export function newData(): Data {
  const nth = made++;
  return {
    nationalId: String(3_174_000_000_000_000 + nth),
    event: 'E-2026',
    name: 'Siti Rahma Putri',
    email: `siti.${nth}@example.test`,
    phone: '+62 812 3456 7890',
    address: 'Jalan Kebon Sirih 17, Jakarta',
  };
}

export const IDENTITY = ['nationalId', 'event'];
