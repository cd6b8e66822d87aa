import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { WarmBrowser } from '../chromium/browser.ts';
import { extractChromium } from '../chromium/extract.ts';
import { lackOfSpace } from '../chromium/space.ts';
import { type Examiner, isElsewhere, limitsOf } from './examiner.ts';
import { type Finding, ok, type Probed, wrong } from './finding.ts';
import { within } from './within.ts';

/** The two steps of getting a browser. Tests take others. */
export interface BrowserSteps {
  readonly extract: () => Promise<unknown>;
  readonly browser: () => Pick<WarmBrowser, 'newContext' | 'close'>;
}

/** Whether the temporary folder has room for Chromium and a submission. Sweeps what the dead left there if it must. */
export async function examineSpace(
  examiner: Examiner,
  lack: () => Promise<string | undefined> = lackOfSpace,
): Promise<Probed> {
  return { findings: [seenFrom(examiner, await space(lack))] };
}

async function space(lack: () => Promise<string | undefined>): Promise<Finding> {
  const lacking = await lack();
  if (lacking !== undefined) return wrong(`${lacking}: raise workerTmpMb, or clear the folder`);
  const about = await statfs(tmpdir()).catch(() => undefined);
  const free =
    about === undefined ? 'an unknown amount' : `${Math.floor((about.bavail * about.bsize) / 1e6)} MB`;
  return ok(`${tmpdir()} has room for a browser and its work (${free} free)`);
}

/** Extracts Chromium where that was not done yet, launches it, opens a page and ends it. */
export async function examineChromium(
  examiner: Examiner,
  { extract = () => extractChromium(), browser = warmBrowser }: Partial<BrowserSteps> = {},
): Promise<Probed> {
  const extracted = await within(limitsOf(examiner).extractTimeoutMs, 'extracting Chromium', async () => {
    await extract();
    return { findings: [] };
  });
  const launched =
    extracted.findings.length > 0 ? extracted : await launch(browser(), limitsOf(examiner).probeTimeoutMs);
  return { findings: launched.findings.map((finding) => seenFrom(examiner, finding)) };
}

const warmBrowser = () => new WarmBrowser({ onFallback: () => {} });

async function launch(browser: ReturnType<BrowserSteps['browser']>, timeoutMs: number): Promise<Probed> {
  const what = 'launching Chromium (has it too little memory, which is also CPU? see workerMemoryMb)';
  try {
    return await within(timeoutMs, what, async () => {
      const { context } = await browser.newContext();
      return { findings: [ok(`Chromium ${context.browser()?.version() ?? ''} starts and opens a page`)] };
    });
  } finally {
    // Waited for: in Lambda what still runs is frozen when the function returns.
    await browser.close();
  }
}

/** Of a deployed stage this machine's Chromium says little: it is another one that runs there. */
function seenFrom(examiner: Examiner, { verdict, line }: Finding): Finding {
  if (!isElsewhere(examiner)) return { verdict, line };
  return { verdict: verdict === 'ok' ? 'ok' : 'undetermined', line: `on this machine: ${line}` };
}
