/**
 * A worker as it is often written: a lock with a heartbeat in Redis, and for each job a browser of its own, with the arguments
 * that `@sparticuz/chromium` comes with. It does not know what was sent before.
 */
import { createHash, randomUUID } from 'node:crypto';
import chromiumPackage from '@sparticuz/chromium';
import { Redis } from 'ioredis';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { eachOf, type Job, type Side } from '../load/side.ts';

const LOCK_MS = 10_000;
const LOAD_TIMEOUT_MS = 30_000;
const RECEIPT_TIMEOUT_MS = 15_000;
const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

export interface NaiveOptions {
  readonly redisUrl: string;
  readonly targetUrl: string;
  /** The package's own default is on, by software. */
  readonly graphics: boolean;
}

export async function naiveWorker({ redisUrl, targetUrl, graphics }: NaiveOptions): Promise<Side> {
  const redis = new Redis(redisUrl);
  chromiumPackage.setGraphicsMode = graphics;
  // Unpacks it, where that has not been done: no part of any job.
  const executablePath = await chromiumPackage.executablePath();
  const launch = () => chromium.launch({ headless: true, executablePath, args: chromiumPackage.args });

  async function submit({ form, data }: Job): Promise<void> {
    const lock = `lock:submission:${createHash('sha256')
      .update(JSON.stringify([form, data.userId]))
      .digest('hex')}`;
    const owner = randomUUID();
    if ((await redis.set(lock, owner, 'PX', LOCK_MS, 'NX')) === null) return;
    const heartbeat = setInterval(() => void redis.eval(RENEW, 1, lock, owner, LOCK_MS), LOCK_MS / 2);
    let browser: Browser | undefined;
    let context: BrowserContext | undefined;
    try {
      browser = await launch();
      context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${targetUrl}/${form}`, { waitUntil: 'domcontentloaded', timeout: LOAD_TIMEOUT_MS });
      await page.fill('#user-id', data.userId);
      await page.fill('#full-name', data.fullName);
      await page.fill('#email', data.email);
      await page.click('#submit-btn');
      await page.waitForSelector('.success-receipt', { timeout: RECEIPT_TIMEOUT_MS });
    } finally {
      clearInterval(heartbeat);
      await context?.close();
      await browser?.close();
      await redis.eval(RELEASE, 1, lock, owner);
    }
  }

  return {
    handle: (event) => eachOf(event, submit),
    close: async () => redis.disconnect(),
  };
}
