/** The process of one side: takes events from its parent, and answers how long each took. */
import { variableOf } from '../../lib/config/stage.ts';
import type { AskedSide, SideTold } from './messages.ts';
import type { Side, SideName } from './side.ts';

const { [variableOf('redisUrl')]: redisUrl = '', [variableOf('demoTarget')]: targetUrl = '' } = process.env;

/** Loads that side alone, so that the memory is its own. */
async function open(name: SideName): Promise<Side> {
  switch (name) {
    case 'naive':
    case 'naiveNoGraphics': {
      const { naiveWorker } = await import('../naive/naive-worker.ts');
      return naiveWorker({ redisUrl, targetUrl, graphics: name === 'naive' });
    }
    case 'sekali':
      return (await import('./sekali-side.ts')).sekaliSide({ startBrowser: true });
    case 'fetch':
      return (await import('../naive/fetch-worker.ts')).fetchWorker(targetUrl);
  }
}

const tell = (told: SideTold) => process.send?.(told);
const side = await open(process.argv[2] as SideName);

process.on('message', async (asked: AskedSide) => {
  if (asked.kind === 'heap') {
    globalThis.gc?.();
    tell({ kind: 'heap', bytes: process.memoryUsage().heapUsed });
  } else {
    const startedMs = performance.now();
    const { batchItemFailures } = await side.handle(asked.event);
    const ms = performance.now() - startedMs;
    tell({ kind: 'handled', ms, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) });
  }
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', async () => {
  await side.close();
  process.exit();
});
tell({ kind: 'ready' });
