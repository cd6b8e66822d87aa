import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { Redis } from 'ioredis';
import type { BrowserContext } from 'playwright-core';
import type { BorrowedContext } from '../../lib/chromium/shared.ts';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { startWorld, until } from '../support/worker.ts';

type Victim = 'browser' | 'renderer';
type Moment = 'beforeLoad' | 'beforeFill' | 'whileHeld' | 'beforeAnswer' | 'afterAnswer';

const MOMENTS: readonly Moment[] = ['beforeLoad', 'beforeFill', 'whileHeld', 'beforeAnswer', 'afterAnswer'];

/** How a message ends whose browser, or page, is killed at a moment of its first run. */
const ENDS: Record<Victim, Record<Moment, { phase: string; deliveries: string[] }>> = {
  browser: {
    beforeLoad: { phase: 'submitted', deliveries: ['retry', 'done'] },
    beforeFill: { phase: 'submitted', deliveries: ['retry', 'done'] },
    whileHeld: { phase: 'submitted', deliveries: ['retry', 'done'] },
    // The client that sends goes with the browser's context, and its answer with it.
    beforeAnswer: { phase: 'unknown', deliveries: ['parked unknown'] },
    afterAnswer: { phase: 'unknown', deliveries: ['parked unknown'] },
  },
  renderer: {
    beforeLoad: { phase: 'submitted', deliveries: ['retry', 'done'] },
    beforeFill: { phase: 'submitted', deliveries: ['retry', 'done'] },
    // The engine sends, not the page; the answer is shown in a new tab.
    whileHeld: { phase: 'submitted', deliveries: ['done'] },
    beforeAnswer: { phase: 'submitted', deliveries: ['done'] },
    afterAnswer: { phase: 'unknown', deliveries: ['parked unknown'] },
  },
};
/** Longer than killing takes, which ends it. */
const PAUSE_MS = 10_000;

/** The processes of a kind, as the browser itself names them. */
async function pidsOf(context: BrowserContext, victim: Victim): Promise<number[]> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  await session?.detach();
  return processInfo.filter(({ type }) => type === victim).map(({ id }) => id);
}

test('browser or page killed at each step: retried before the send, never sent twice, unknown only without an answer', async (t) => {
  const cases = (['browser', 'renderer'] as const).flatMap((victim) =>
    MOMENTS.map((moment) => ({ name: `${victim}-${moment.toLowerCase()}`, victim, moment })),
  );
  let loan: BorrowedContext | undefined;
  let pids: number[] = [];
  /** What is killed and when; nothing in the runs after the first. */
  let due: (typeof cases)[number] | undefined;
  const kill = async (moment: Moment) => {
    if (due?.moment !== moment) return;
    due = undefined;
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await until('the loss', () => loan?.gone.aborted);
  };
  const browsers: Browsers = {
    async newContext(options, prepare) {
      loan = await sharedBrowser.newContext(options, prepare);
      if (due) pids = await pidsOf(loan.context, due.victim);
      await kill('beforeLoad');
      return loan;
    },
  };
  const target = await startTarget(async (seen, response) => {
    if (seen.method !== 'POST') return html(response, PAGE.replace('/submit', `${seen.path}/submit`));
    await kill('beforeAnswer');
    return due?.moment === 'afterAnswer' ? answerThenKill(response) : html(response, RECEIPT);
  });
  /** The receipt would be drawn by a script a moment later. */
  function answerThenKill(response: ServerResponse): void {
    html(response, '<p>Please wait</p>');
    const shown = loan?.page.getByText('Please wait').waitFor();
    void shown?.then(() => kill('afterAnswer'));
  }
  const forms = cases.map(({ name, moment }) =>
    testForm(target, {
      name,
      url: () => `${target.url}/${name}`,
      timeouts: { proofMs: moment === 'afterAnswer' ? 3_000 : 15_000 },
      async fill(page, data) {
        await kill('beforeFill');
        await page.locator('input').fill(data.name);
        if (due?.moment !== 'whileHeld') return;
        await redis.client('PAUSE', PAUSE_MS, 'WRITE');
        page.context().once('request', () => void kill('whileHeld').then(() => redis.client('UNPAUSE')));
      },
    }),
  );
  const world = await startWorld({
    target,
    forms,
    browsers,
    params: { backoffBaseMs: 100, reserveMs: 2_000 },
  });
  const redis = new Redis(world.redis.url);
  after(() => redis.disconnect());
  world.startPolling({ maximumConcurrency: 1 });

  for (const one of cases) {
    const { name, victim, moment } = one;
    due = one;
    await world.send({ form: name, data: { name: 'Ana' } });
    await until(`the end of ${name}`, async () => (await world.left()) === 0);
    const key = (await world.keys()).find((one) => one.startsWith(`${name}.`)) ?? '';
    const record = await world.record(key);
    const ends = world.dispositions().filter((end) => end.key === key);
    await t.test(name, () => {
      assert.deepEqual(
        {
          phase: record.phase,
          deliveries: ends.map(({ disposition, reason }) => [disposition, reason].filter(Boolean).join(' ')),
          posts: target.count('POST', `/${name}/submit`),
        },
        { ...ENDS[victim][moment], posts: 1 },
        `${record.outcome} ${ends[0]?.why}`,
      );
    });
  }
});
