import { Parser } from 'htmlparser2';

/** Chromium builds no deeper tree than 512. */
const MAX_DEPTH = 1_000;

/**
 * Whether a page is nested deeper than any that a browser shows. Reading such a page takes time that grows with the square of
 * its depth: a few megabytes would hold up everything else in the worker, the heartbeats too, for minutes.
 */
export function isTooDeep(html: string): boolean {
  let depth = 0;
  let tooDeep = false;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth <= MAX_DEPTH || tooDeep) return;
      tooDeep = true;
      // Ends the loop within: what is left is not looked at.
      parser.pause();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.write(html);
  return tooDeep;
}
