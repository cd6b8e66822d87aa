/** What the tests with hostile pages share: one worker, one browser, an honest page beside them, and what is measured. */
import assert from 'node:assert/strict';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { TestContext } from 'node:test';
import { html, PAGE, RECEIPT } from '../support/target.ts';
import type { World } from '../support/worker.ts';
import { playCases, SUBMITTED, type TargetCase, UNKNOWN } from '../worker/target-cases.ts';

/** Short, for pages that use up whatever they are given. */
export const BRIEF = { timeouts: { navigationMs: 1_500, actionMs: 1_000, proofMs: 1_500 } };
/** One attempt is enough to see how it ends. */
const PARAMS = { maxAttempts: 1, reserveMs: 2_000 };
export const NEVER_SENT = { phase: 'open', deliveries: ['parked attempts'], posts: [] };
export const ONCE = { ...SUBMITTED, posts: ['submit'] };
export const SENT_WITHOUT_PROOF = { ...UNKNOWN, posts: ['submit'] };

/** A page that never gets to its submit. */
export const stops = (page: string): TargetCase => ({ page, answer: receipt, form: BRIEF, ends: NEVER_SENT });
export const receipt: TargetCase['answer'] = (_, response) => html(response, RECEIPT);
/** The pages beside it leave it little of the processor, which it has to bear. */
const honest: TargetCase = {
  page: PAGE,
  answer: receipt,
  form: { timeouts: { navigationMs: 60_000, actionMs: 60_000 } },
  ends: ONCE,
};

/** Of log and records together, for each submission. */
const MAX_SAID_BYTES = 16_000;
/** Beyond what the test began with. The target's own part is in it. */
const MAX_GROWTH_BYTES = 300_000_000;
const MAX_DISK_BYTES = 100_000_000;

/** Brings the pages, and an honest one beside them, through one worker; then looks at what they cost it. */
export async function runHostile(
  t: TestContext,
  pages: Readonly<Record<string, TargetCase>>,
): Promise<World> {
  global.gc?.();
  const before = { rss: process.memoryUsage().rss, free: await freeBytes() };
  let highest = before.rss;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 20);
  const world = await playCases(t, { 'an honest page beside them': honest, ...pages }, PARAMS).finally(() =>
    clearInterval(timer),
  );
  const records = await Promise.all((await world.keys()).map((key) => world.record(key)));
  const said = JSON.stringify([...world.log, ...records, ...(await world.parked()).map((one) => one.errors)]);
  const count = Object.keys(pages).length + 1;
  const grown = highest - before.rss;
  t.diagnostic(`memory grew by ${mb(grown)} at most; ${Math.round(said.length / count)} bytes said for each`);
  await t.test('log, records and parked reasons are small', () =>
    assert.ok(said.length < count * MAX_SAID_BYTES, `${said.length} bytes`),
  );
  await t.test('the memory of the worker is bounded', () => assert.ok(grown < MAX_GROWTH_BYTES, mb(grown)));
  await t.test('the temporary folder is not filled', async () => {
    const taken = before.free - (await freeBytes());
    assert.ok(taken < MAX_DISK_BYTES, mb(taken));
  });
  return world;
}

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
}

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
