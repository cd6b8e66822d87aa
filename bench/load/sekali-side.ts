/** The product's worker, put together as `functions/worker.ts` does it, with the benchmark's forms. */
import { buildWorker, type Worker } from '../../functions/build-worker.ts';
import { warmBrowser } from '../../functions/warm-browser.ts';
import { readStage } from '../../lib/config/stage.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { metrics, telemetry } from '../../lib/telemetry/telemetry.ts';
import { benchForms } from '../target/forms.ts';
import { INVOCATION_MS, type Side } from './side.ts';

/** Whoever wants it warm starts the browser; with the sender `http` alone none is needed. */
export async function sekaliSide({ startBrowser }: { readonly startBrowser: boolean }): Promise<Side> {
  const browsers = warmBrowser(telemetry);
  const stage = readStage(process.env);
  const worker: Worker = buildWorker({ stage, registry: registryOf(benchForms), browsers, telemetry });
  if (startBrowser) await browsers.start();
  return {
    async handle(event) {
      const endsMs = performance.now() + INVOCATION_MS;
      try {
        return await worker.handle(event, { getRemainingTimeInMillis: () => endsMs - performance.now() });
      } finally {
        metrics.publishStoredMetrics();
      }
    },
    async close() {
      await browsers.close();
      worker.close();
    },
  };
}
