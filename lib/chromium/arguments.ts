import { pageHeapMegabytes } from './limits.ts';

/** What the browser says it reads; the same for every submission, so that a form meets the same page each time. */
export const LOCALE = 'en-US';

/**
 * What Chromium is started with, beyond Playwright's own switches (which bring `--no-sandbox`, needed as root and in
 * Lambda, `--disable-dev-shm-usage` and no background networking).
 *
 * Left out on purpose:
 * - `--disable-features`: Chromium heeds only the last one, so ours would undo Playwright's.
 * - `--single-process`: closing one context takes the whole browser with it.
 * - `--disable-web-security` and the like, which the package's own set has: we drive other people's sites.
 * - SwiftShader's GL switches: they cost 50 ms a click and 200 ms a close.
 */
export const chromiumArguments: readonly string[] = [
  // Lambda has no GPU; software GL is what made clicks and closing slow.
  '--disable-gpu',
  '--disable-webgl',
  // One process less.
  '--in-process-gpu',
  // One process less. Lambda has no use for a zygote: nothing is sandboxed there.
  '--no-zygote',
  // In a container Chromium goes by the memory of the host, and a page would take what the worker has.
  `--js-flags=--max-old-space-size=${pageHeapMegabytes}`,
  // The same screenshot on every machine.
  '--font-render-hinting=none',
  // No requests that no page asked for: error reports to Google, hyperlink auditing.
  '--disable-domain-reliability',
  '--no-pings',
  // /tmp is small.
  '--disk-cache-size=33554432',
  '--disable-print-preview',
  // Once for the browser: set for a context, it takes each of its renderers 10 ms.
  `--accept-lang=${LOCALE}`,
  // A shared worker's requests meet no route, hence no gate. With this, `SharedWorker` is undefined in every page.
  '--disable-shared-workers',
  // `fetchLater` sends when the page is gone, past every route. What a `WebSocketStream` sends meets none either.
  '--disable-blink-features=FetchLaterAPI,WebSocketStream',
  // UDP cannot go through the egress proxy. (WebTransport ignores this switch, but gives up where a proxy is set.)
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * Added where the probe shows that the normal set does not work: on hosts that refuse Chromium its child processes
 * this one switch still runs. A browser started with it serves one context and is then thrown away.
 */
export const singleProcess = '--single-process';
