import { join } from 'node:path';
import { screenshot } from '../lib/chromium/evidence.ts';
import type { Evidence } from '../lib/senders/browser-run.ts';
import type { Telemetry } from '../lib/submission/ports.ts';

/** A picture is worth this much of the reserve, no more. */
const PICTURE_TIMEOUT_MS = 2_000;

/** Pictures in a folder, or none. */
export function evidenceIn(folder: string | undefined, telemetry: Telemetry): Evidence {
  return {
    placeOf: (key, token) =>
      folder === undefined ? undefined : join(folder, `${key}-${token.slice(0, 8)}.png`),
    async keep(page, place) {
      const kept = await screenshot(page, place, { timeoutMs: PICTURE_TIMEOUT_MS });
      if (kept.path === undefined) telemetry.warn('no picture', { place, why: kept.reason });
    },
  };
}
