/**
 * The control: a plain worker as it is often written, as a Lambda handler. A lock with a heartbeat, a
 * browser for each job, a skip where the key is locked; nothing remembers what was sent. If this one did not duplicate, the
 * harness would prove nothing.
 */
import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { Redis } from 'ioredis';
import { chromium } from 'playwright-core';
import { extractChromium } from '../../lib/chromium/extract.ts';
import { lockKeyOf } from './lock-key.ts';

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;
const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;

interface Job {
  readonly form: string;
  readonly data: { readonly id: string; readonly note: string };
}

const redis = new Redis(process.env.SEKALI_REDIS_URL ?? '');
redis.on('error', () => {});
const lockMs = Number(process.env.SEKALI_LEASE_TTL_MS);
const proofMs = Number(process.env.SEKALI_PROOF_TIMEOUT_MS);

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const failed = await Promise.all(
    event.Records.map(({ messageId, body }) =>
      submit(JSON.parse(body)).then(
        () => [],
        () => [{ itemIdentifier: messageId }],
      ),
    ),
  );
  return { batchItemFailures: failed.flat() };
}

/** As in the article: what is locked is a duplicate, and a duplicate is done. */
async function submit({ form, data }: Job): Promise<void> {
  const key = lockKeyOf(form, data.id);
  const worker = randomUUID();
  if (!(await redis.set(key, worker, 'PX', lockMs, 'NX'))) return;
  const heartbeat = setInterval(() => {
    redis.eval(RENEW, 1, key, worker, lockMs).catch(() => {});
  }, lockMs / 2);
  const { executablePath, env } = await extractChromium();
  const browser = await chromium.launch({ executablePath, env: { ...env }, chromiumSandbox: false });
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${process.env.SEKALI_DEMO_TARGET}/${form}?id=${data.id}`);
    await page.fill('input[name=note]', data.note);
    await page.click('button');
    await page.waitForSelector('#receipt, #refused', { timeout: proofMs });
  } finally {
    clearInterval(heartbeat);
    await browser.close().catch(() => {});
    await redis.eval(RELEASE, 1, key, worker);
  }
}
