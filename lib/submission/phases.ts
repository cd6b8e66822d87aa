/** Where a submission stands in the ledger. The steps between phases are the ledger's scripts. */
export const PHASES = ['open', 'claimed', 'armed', 'submitted', 'refused', 'unknown'] as const;
export type Phase = (typeof PHASES)[number];

/** Phases in which the ledger knows how the submission ended; only these let a delivery be `done`. */
export type SettledPhase = 'submitted' | 'refused';

/** What is known about the end of a submission; kept in the record. Never holds the data of the message. */
export interface Outcome {
  /** What proved it: the receipt's text, the refusal's text, or why nothing could be proven. */
  readonly text: string;
  readonly url?: string;
  readonly status?: number;
  /** Where the picture of the proof lies, or its page as text. */
  readonly evidence?: string;
  /** The submitting request, where one was let go. */
  readonly request?: SentRequest;
}

/** The submitting request as it left. */
export interface SentRequest {
  readonly method: string;
  /** Without its query, which may hold data. */
  readonly url: string;
  /** When it was let go, ISO 8601. */
  readonly sentAt: string;
  /** Of its own answer, after redirects that repeat the body; absent where none came. */
  readonly status?: number;
  /** Until that answer, milliseconds. */
  readonly tookMs?: number;
}

/** What is known of an attempt that did not come to an end of its own. */
export type Traces = Pick<Outcome, 'evidence' | 'request'>;
