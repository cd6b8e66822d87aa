/** Where a guard stands, how it is broken, and who should notice. */
export interface Guard {
  readonly guard: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  /** Breaks it. */
  readonly replace: string;
  /** At least one of them must turn red. */
  readonly tests: readonly string[];
}
