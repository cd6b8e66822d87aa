/** Runs bundled, in a process of its own: the worker's start up to its first page. Prints its moments. */
// First: with all that it imports.
import '../../functions/worker.ts';
import { randomUUID } from 'node:crypto';
import { ledgerOptions } from '../../functions/ledger-options.ts';
import { WarmBrowser } from '../../lib/chromium/browser.ts';
import { extractChromium } from '../../lib/chromium/extract.ts';
import { readStage } from '../../lib/config/stage.ts';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import type { Moments } from './moments.ts';

export interface WorkerStart {
  /** The layer's `chromium` folder; the installed package where absent. */
  readonly layer?: string;
  /** Whether the browser is started while the claim is on its way, or after it. */
  readonly early: boolean;
}

const imported = performance.now();
const { layer, early } = JSON.parse(process.argv[2] ?? '{}') as WorkerStart;
const source = layer === undefined ? {} : { from: layer };
const browser = new WarmBrowser({ ...source, onFallback: (reason) => console.error(reason) });
const ledger = new RedisLedger(ledgerOptions(readStage(process.env)));

const moments = early
  ? (await Promise.all([startBrowser(), claim()]))[0]
  : await claim().then(() => startBrowser());
await browser.newContext();
const all: Moments = { imported, ...moments, page: performance.now() };
console.log(JSON.stringify(all));
ledger.close();
await browser.close();
process.exit(0);

async function startBrowser() {
  const asked = performance.now();
  await extractChromium(source);
  const usable = performance.now();
  await browser.start();
  return { asked, usable, launched: performance.now() };
}

async function claim(): Promise<void> {
  const key = `cold-start.${randomUUID()}`;
  const { kind } = await ledger.claim({
    key,
    token: randomUUID(),
    form: 'cold-start',
    label: 'somebody',
    messageId: key,
    dataHash: key,
    createdAtMs: Date.now(),
    leaseMs: 10_000,
    remainingMs: 60_000,
  });
  if (kind !== 'claimed') throw new Error(`the ledger answered ${kind}`);
}
