import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { WarmBrowser, type WarmBrowserOptions } from '../../lib/chromium/browser.ts';
import { type Limits, limits } from '../../lib/chromium/limits.ts';

/** Chromium is extracted here, once for all tests. */
const machineTemporary = tmpdir();

/** Makes a folder the temporary one of this process, so that a test sees its own leftovers and nobody else's. */
export function ownTemporaryFolder(): string {
  const folder = mkdtempSync(join(machineTemporary, 'sekali-test-'));
  process.env.TMPDIR = folder;
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const open = new Set<WarmBrowser>();
after(async () => {
  for (const browser of open) await browser.close();
});

/** A warm browser that is closed after the tests of the file, and that must not fall back unless the test says so. */
export function warmBrowser(
  options: Partial<Omit<WarmBrowserOptions, 'limits'>> & { limits?: Partial<Limits> } = {},
): WarmBrowser {
  const browser = new WarmBrowser({
    to: machineTemporary,
    onFallback: (reason) => {
      throw new Error(`unexpected fallback: ${reason}`);
    },
    ...options,
    limits: { ...limits, ...options.limits },
  });
  open.add(browser);
  return browser;
}

export const extractedTo = machineTemporary;

/** The process that a context's browser runs in, as the browser itself says. */
export async function browserPid(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  await session?.detach();
  const found = processInfo.find((one) => one.type === 'browser');
  if (!found) throw new Error('the browser does not name its process');
  return found.id;
}

/** True while the process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

/** Living processes whose command line holds `word`. */
export function processesWith(word: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}

/** Children of this process, zombies included. */
export function children(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === process.pid;
    } catch {
      return false;
    }
  });
}

/** Waits until `condition` holds. */
export async function eventually(condition: () => boolean, what: string, timeoutMs = 3_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await wait(10);
  }
}

/** Resolves when `signal` has fired. */
export function fired(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
