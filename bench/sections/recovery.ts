import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import { variableOf } from '../../lib/config/stage.ts';
import { startWorker } from '../load/backlog.ts';
import { jobFor } from '../load/jobs.ts';
import { startWorld, type World } from '../load/world.ts';
import type { Section } from '../section.ts';
import { medianOf, rounded, shown, spreadOf } from '../spread.ts';
import { versionsOf } from '../versions.ts';

interface Times {
  readonly leaseTtlMs: number;
  readonly heartbeatMs: number;
  readonly abortMarginMs: number;
}

/** The defaults of the product. */
const TIMES: Times = {
  leaseTtlMs: DEFAULTS.leaseTtlMs,
  heartbeatMs: DEFAULTS.heartbeatMs,
  abortMarginMs: DEFAULTS.abortMarginMs,
};
const SMALL_TIMES: Times = { leaseTtlMs: 2_000, heartbeatMs: 600, abortMarginMs: 300 };
const ROUNDS = 3;
/** A beat takes a few milliseconds. */
const AFTER_BEAT_MS = 100;
const LOOK_EVERY_MS = 20;

export const recovery: Section = {
  name: 'recovery',
  title: 'A worker dies',
  async measure({ small, step }) {
    const times = small ? SMALL_TIMES : TIMES;
    const moments = [
      { label: 'when it has asked for the page', afterMs: 0 },
      { label: 'just after a heartbeat', afterMs: times.heartbeatMs + AFTER_BEAT_MS },
    ].slice(0, small ? 1 : undefined);
    const rounds = small ? 1 : ROUNDS;
    const world = await startWorld({ slowAnswerMs: 0 });
    const seconds = moments.map((): number[] => []);
    try {
      for (let round = 0; round < rounds; round++) {
        for (const [nth, { afterMs }] of moments.entries()) {
          step('kills', round * moments.length + nth, rounds * moments.length);
          seconds[nth]?.push(await recoverySeconds(world, times, afterMs, small ? 'http' : 'browser'));
        }
      }
    } finally {
      await world.stop();
    }
    return {
      tables: [
        {
          title: 'From the kill to the entry at the target',
          columns: ['killed', 'seconds', 'longest', 'kills'],
          rows: moments.map(({ label }, nth) => {
            const samples = seconds[nth] ?? [];
            return [label, shown(spreadOf(samples)), rounded(Math.max(...samples)), samples.length];
          }),
        },
      ],
      charts: [],
      ratios: { recoverySeconds: medianOf(seconds.flat()) },
      notes: [
        `A worker is killed (SIGKILL) before arming, while it waits for the form’s page; another process, which waits at the queue with its browser running, submits. The lease is ${times.leaseTtlMs / 1_000} s, renewed every ${times.heartbeatMs / 1_000} s, and the message is hidden for a second more. That exactly one entry came in is checked each time.`,
        'Every boundary of a submission at which a worker can die, and what becomes of it: [reliability.md](reliability.md).',
      ],
      versions: await versionsOf('fauxqs', 'playwright-core'),
    };
  },
};

/** @throws Error when the target got anything but one entry */
async function recoverySeconds(
  world: World,
  times: Times,
  afterMs: number,
  sender: 'browser' | 'http',
): Promise<number> {
  const params = Object.entries(times).map(([name, ms]) => [variableOf(name), String(ms)]);
  const variables = { ...world.variables, ...Object.fromEntries(params) };
  const [dying, next] = await Promise.all([startWorker(variables, sender), startWorker(variables, sender)]);
  try {
    const entriesBefore = world.target.entries.length;
    const asked = world.target.holdNextPage();
    await world.send([jobFor('light', sender === 'http' ? 'http' : 'whole')]);
    await dying.ask({ kind: 'go' });
    await asked;
    await sleep(afterMs);
    const killedMs = performance.now();
    await dying.kill('SIGKILL');
    await next.ask({ kind: 'go' });
    while ((await world.left()) > 0) await sleep(LOOK_EVERY_MS);
    const entries = world.target.entries.length - entriesBefore;
    if (entries !== 1) throw new Error(`After a kill there were ${entries} entries in place of one.`);
    return (world.target.lastEntryMs - killedMs) / 1_000;
  } finally {
    await Promise.all([dying.stop(), next.stop()]);
  }
}
