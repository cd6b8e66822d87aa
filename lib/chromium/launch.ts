import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium } from 'playwright-core';
import { chromiumArguments, singleProcess } from './arguments.ts';
import { withDeadline } from './deadline.ts';
import type { Extracted } from './extract.ts';
import { makeBrowserFolder, sweepLeftovers } from './leftovers.ts';
import type { Limits } from './limits.ts';
import { killProcessesNaming } from './processes.ts';

export interface LaunchOptions {
  readonly chromium: Extracted;
  readonly limits: Limits;
  /** Everything in one process: see `singleProcess`. */
  readonly inOneProcess: boolean;
}

/** One browser process. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  /** Resolves when it has ended, by whatever cause, and its folder is removed. */
  readonly ended: Promise<void>;
  /** Asks the browser for a sign of life. */
  healthy(): Promise<boolean>;
  /** Ends it in order if that works within `closeTimeoutMs`, else by SIGKILL. Never throws. */
  close(): Promise<void>;
  /** Ends it by SIGKILL, and waits until it is gone. Never throws. */
  kill(): Promise<void>;
}

/**
 * Starts a browser in a folder of its own, after removing those of browsers that are gone.
 * @throws Error when it does not start within `launchTimeoutMs`; no process is left then
 */
export async function launchBrowser({
  chromium: extracted,
  limits,
  inOneProcess,
}: LaunchOptions): Promise<LaunchedBrowser> {
  await sweepLeftovers(tmpdir());
  const folder = await makeBrowserFolder(tmpdir());
  // A mark that Chromium ignores, by which its process is found. (A real switch is no substitute: with
  // `--disk-cache-dir` all contexts share one cache, and the second one's first request hangs.)
  const mark = `--sekali-folder=${folder}`;
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  const temporary = join(folder, 'tmp');
  const artifacts = join(folder, 'artifacts');

  let browser: Browser;
  try {
    await Promise.all([mkdir(temporary), mkdir(artifacts)]);
    browser = await chromium.launch({
      executablePath: extracted.executablePath,
      args: [...chromiumArguments, mark, ...(inOneProcess ? [singleProcess] : [])],
      // The whole of it: the browser runs strangers' code and gets none of our credentials. Without LANG, pages would
      // see the language `en-US@posix`.
      env: { ...extracted.env, HOME: folder, TMPDIR: temporary, LANG: 'en_US.UTF-8' },
      artifactsDir: artifacts,
      chromiumSandbox: false,
      // What a signal means is for the host to decide; Playwright's handlers would keep Node from ending.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: limits.launchTimeoutMs,
    });
  } catch (error) {
    // Playwright gives up on a launch that hangs, but leaves its process for another 30 s.
    await killProcessesNaming(mark, limits.killTimeoutMs);
    await remove();
    throw error;
  }

  const ended = new Promise<void>((resolve) => browser.once('disconnected', () => resolve())).then(remove);
  const kill = async () => {
    await killProcessesNaming(mark, limits.killTimeoutMs);
    await withDeadline(ended, limits.killTimeoutMs, 'the end of a killed browser').catch(() => undefined);
  };
  return {
    browser,
    ended,
    healthy: healthOf(browser, limits.healthTimeoutMs),
    kill,
    async close() {
      try {
        await withDeadline(browser.close(), limits.closeTimeoutMs, 'closing the browser');
      } catch {
        return kill();
      }
      await ended;
    },
  };
}

function healthOf(browser: Browser, timeoutMs: number): () => Promise<boolean> {
  // One for all questions: opening and closing it takes longer than the answer.
  let session: Promise<CDPSession> | undefined;
  const ask = async () => {
    session ??= browser.newBrowserCDPSession();
    await (await session).send('Browser.getVersion');
  };
  return () =>
    withDeadline(ask(), timeoutMs, 'a sign of life').then(
      () => true,
      () => false,
    );
}
