import { parseArgs } from 'node:util';
import { stopButton } from '../functions/stop.ts';
import { withSecrets } from '../lib/config/secrets.ts';
import { readStage, variableOf } from '../lib/config/stage.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { logger } from '../lib/telemetry/telemetry.ts';
import { argumentsOr } from './arguments.ts';
import { environmentOf, STAGE_OPTIONS, STAGE_USAGE } from './stage-arguments.ts';
import { runWorker } from './worker-process.ts';

const USAGE = `Runs the worker as a plain process, in a container or on a server: takes submissions from the stage's queue until
it is told to stop.

  npm run worker -- [--stage local] [--param name=value …]

${STAGE_USAGE}

What only a deployment knows, the addresses of the queues above all, is given by --param; the region of AWS by AWS_REGION.
One process works on one batch at a time, batchSize messages side by side. For more, run more processes.

SIGTERM, SIGINT (Ctrl-C) and SIGHUP stop it, and so does the end of what started it or reads its log. It takes nothing
more from the queue and gives back at once what it has not sent; a submission that is being sent runs on until its answer
is known. All of it takes at most 29 s; give it 30.
In a container start it without npm, which does not wait for it: node local/run.mjs cli/worker.ts --stage prod

Examples
  AWS_REGION=eu-west-1 npm run worker -- --stage prod \\
    --param queueUrl=https://sqs.eu-west-1.amazonaws.com/123456789012/sekali-prod-submissions \\
    --param parkingUrl=https://sqs.eu-west-1.amazonaws.com/123456789012/sekali-prod-parking \\
    --param redisUrlSecret=arn:aws:secretsmanager:eu-west-1:123456789012:secret:redis-AbCdEf \\
    --param pepperSecret=arn:aws:secretsmanager:eu-west-1:123456789012:secret:pepper-AbCdEf
  Beside npm run dev, which it finds by itself:
  npm run worker

Exit code 0: it was told to stop, and did. 1: it could not start, or had to be cut short. 2: wrong usage.`;

const PARENT_CHECK_MS = 500;

const stop = stopButton();
// From the first moment, and for good: a second signal must not end it half-way. What a signal to the whole terminal or an
// impatient orchestrator repeats changes nothing.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    logger.info(stop.signal.aborted ? 'already stopping' : 'stopping', { signal });
    stop.press();
  });
}

// What started it and was killed hard, or hung up with its terminal, passes on no signal; its child gets another parent.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stop.press();
}, PARENT_CHECK_MS).unref();
// A reader of the log that goes away would end the process at its next line, perhaps between arming and the answer.
for (const output of [process.stdout, process.stderr]) output.on('error', () => stop.press());

const environment = await argumentsOr(USAGE, async () => {
  const { values } = parseArgs({ options: STAGE_OPTIONS });
  return environmentOf(values);
});
try {
  logger.setLogLevel(environment[variableOf('logLevel')] as Parameters<typeof logger.setLogLevel>[0]);
  const stage = readStage(await withSecrets(environment));
  // Where serverless.yml puts it for the function, and the demo form reads it.
  if (stage.demoTarget !== undefined) process.env[variableOf('demoTarget')] = stage.demoTarget;
  await runWorker(stage, stop);
  // 0 and not 128 + the signal: it did what it was told, and orchestrators take anything else for a failure.
  process.exit(0);
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exit(1);
}
