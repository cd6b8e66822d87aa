/** Every number of lib/chromium, with its unit in its name. Tests pass smaller ones. */
export const limits = {
  /** A launch takes 30 to 60 ms, on a loaded machine 200; beyond this it hangs and a second try is better. */
  launchTimeoutMs: 15_000,
  /** New context and page take 60 to 80 ms; a browser that hangs here does so for ever. */
  openTimeoutMs: 15_000,
  /** Closing a context takes 8 to 30 ms. After this the browser is killed: the answer to the queue must not wait. */
  closeTimeoutMs: 3_000,
  /** A killed process is gone within a tenth of this, unless the kernel itself is stuck. */
  killTimeoutMs: 1_000,
  /** A browser answers `Browser.getVersion` in 1 to 2 ms. Short, for it is asked before every context. */
  healthTimeoutMs: 2_000,
  /** Memory stayed flat over 100 contexts; half of that bounds what a leak could cost. */
  maxUses: 50,
  /** Bounds what a browser may gather in a sandbox that lives for hours. */
  maxAgeMs: 30 * 60_000,
} as const;

export type Limits = { readonly [name in keyof typeof limits]: number };

/** A folder that no process names yet may belong to a launch in progress; after four times its deadline it does not. */
export const leftoverAgeMs = 60_000;

/** Inflating takes 2 s; this is for a dead worker thread's folder, whose process lives on. */
export const partialAgeMs = 5 * 60_000;

/** Of libuv's four threads this leaves one for the small archives. A fourth made nothing faster. */
export const framesAtOnce = 3;

/** 220 MB were measured. */
export const extractedBytes = 225_000_000;

/**
 * Of one submission. Chromium keeps its shared memory in the temporary folder: a page with 12 MB of pictures, a large canvas and
 * a picture taken of it took 71 MB, and pages crashed where less was free.
 */
export const workingBytes = 100_000_000;

/** Of one page's scripts; with more it crashes, alone. What Chromium itself takes with 2 GB; heavy pages use 200 MB. */
export const pageHeapMegabytes = 512;

/** `ld.so --list` takes 1 ms. */
export const libraryCheckTimeoutMs = 5_000;

/** A killed process is gone in a few ms; a look takes 5. */
export const killPollMs = 10;
