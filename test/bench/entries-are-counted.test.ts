import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SQSEvent } from 'aws-lambda';
import { eachOf } from '../../bench/load/side.ts';
import type { StartedSide } from '../../bench/load/start-side.ts';
import { submitBatch } from '../../bench/load/submit.ts';
import type { World } from '../../bench/load/world.ts';

/** A world without queue and target, where each job comes in so often. */
function batch({ times = 1, failed = [] as string[] }) {
  const entries: string[] = [];
  const world = {
    target: { entries },
    batchOf: async (jobs: object[]) => ({
      Records: jobs.map((job, nth) => ({ messageId: String(nth), body: JSON.stringify(job) })),
    }),
    remove: async () => {},
  } as unknown as World;
  const side = {
    async handle(event: SQSEvent) {
      await eachOf(event, async ({ data }) => {
        for (let time = 0; time < times; time++) entries.push(data.userId);
      });
      return { kind: 'handled', ms: 12, failed };
    },
    said: () => 'the reason',
  } as unknown as StartedSide;
  return submitBatch({ world, side, kind: 'light', size: 2 });
}

test('a batch counts only if each of its entries came in exactly once', async () => {
  assert.equal(await batch({ times: 1 }), 12);
  await assert.rejects(batch({ times: 0 }), /the target got nothing/);
  await assert.rejects(batch({ times: 2 }), /the target got person-/);
  await assert.rejects(batch({ failed: ['0'] }), /1 failed\. The end of the log:\nthe reason/);
});
