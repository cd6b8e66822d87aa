/** What a command has to say, and whether it did what was asked. */
export interface Said {
  readonly done: boolean;
  /** For people. */
  readonly text: string;
  /** The same for programs, with --json. */
  readonly json: unknown;
}

/** Thrown for what cannot be meant; nothing was done. */
export class UsageError extends Error {}

/** On one line, without what would drive a terminal: labels and answers come from strangers. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
