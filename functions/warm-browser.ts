import { WarmBrowser } from '../lib/chromium/browser.ts';
import type { Telemetry } from '../lib/submission/ports.ts';

/** The browser of this process, which says so when it cannot be used more than once. */
export function warmBrowser(telemetry: Telemetry): WarmBrowser {
  return new WarmBrowser({
    onFallback(reason) {
      telemetry.warn('one browser per submission', { why: reason });
      telemetry.count('BrowserFallback');
    },
  });
}
