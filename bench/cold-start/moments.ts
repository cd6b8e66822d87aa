/** What a cold start prints: when each step of it was done, in milliseconds since the process began. */
export interface Moments {
  readonly imported: number;
  /** Chromium is asked for: at once, or after the claim. */
  readonly asked: number;
  /** Chromium lies on the disk and can be started. */
  readonly usable: number;
  readonly launched: number;
  /** A page is open. */
  readonly page: number;
}
