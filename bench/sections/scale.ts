import { type Backlog, type WorkedOff, workOff } from '../load/backlog.ts';
import { jobsFor, mixed } from '../load/jobs.ts';
import { recordBytesOf } from '../load/record-bytes.ts';
import { type OnLight, type OnSlow, scaleResult } from '../load/scale-result.ts';
import { startWorld, type World } from '../load/world.ts';
import type { Run, Section } from '../section.ts';

/** Messages of each submission. */
const COPIES = 4;

interface Plan {
  readonly workers: readonly number[];
  /** Different submissions in a backlog. */
  readonly light: number;
  readonly slow: number;
  readonly slowAnswerMs: number;
}

/** Of the slow target as many as a single worker can do in a minute. */
const WHOLE: Plan = { workers: [1, 2, 4, 8], light: 500, slow: 16, slowAnswerMs: 3_000 };
const SMALL: Plan = { workers: [1], light: 3, slow: 1, slowAnswerMs: 100 };

export const scale: Section = {
  name: 'scale',
  title: 'Many workers',
  async measure(run) {
    const plan = run.small ? SMALL : WHOLE;
    const world = await startWorld({ slowAnswerMs: plan.slowAnswerMs });
    try {
      const light: OnLight[] = [];
      for (const workers of plan.workers) light.push(await onLight(world, workers, plan.light, run));
      const slow: OnSlow[] = [];
      for (const workers of plan.workers) {
        slow.push({ workers, backlog: await onSlow(world, workers, plan.slow, run) });
      }
      return await scaleResult({
        light,
        slow,
        copies: COPIES,
        recordBytes: await recordBytesOf(world.redis.url),
      });
    } finally {
      await world.stop();
    }
  },
};

/** A backlog with duplicates; then as many duplicates again, of what is settled. */
async function onLight(world: World, workers: number, people: number, run: Run): Promise<OnLight> {
  const jobs = jobsFor('light', 'http', people);
  const backlog = await workOffAll(
    { world, workers, jobs: mixed(jobs, COPIES) },
    people,
    `light target`,
    run,
  );
  const again = mixed(jobs, COPIES - 1);
  const duplicates = await workOffAll({ world, workers, jobs: again }, 0, 'duplicates', run);
  return { workers, backlog, duplicates };
}

function onSlow(world: World, workers: number, people: number, run: Run): Promise<WorkedOff> {
  const jobs = mixed(jobsFor('slow', 'http', people), COPIES);
  return workOffAll({ world, workers, jobs }, people, 'slow target', run);
}

/** @throws Error when the target got another number of entries than there are different submissions */
async function workOffAll(backlog: Backlog, entries: number, what: string, run: Run): Promise<WorkedOff> {
  const { workers, jobs } = backlog;
  const say = (left: number) =>
    run.step(`${what}, workers: ${workers}, messages`, jobs.length - left, jobs.length);
  const result = await workOff({ ...backlog, say });
  if (result.entries === entries) return result;
  throw new Error(`${what}, ${workers} workers: ${result.entries} entries in place of ${entries}.`);
}
