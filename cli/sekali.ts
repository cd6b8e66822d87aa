import { userInfo } from 'node:os';
import type { Said } from '../functions/operate/commands.ts';
import { operatorCommand } from '../functions/operate/read-command.ts';
import { readLedgerStage, variableOf } from '../lib/config/stage.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { argumentsOr } from './arguments.ts';
import { onDeployedStage, operatorClient } from './deployed-operator.ts';
import { isRedrive, redriveCommand } from './redrive.ts';
import { defaultRegion } from './region.ts';
import { environmentOf, STAGE_USAGE } from './stage-arguments.ts';

const USAGE = `Looks into the ledger of a stage, and does what only a person can decide.

  npm run sekali -- status KEY                where a submission stands
  npm run sekali -- list PHASE                all submissions in a phase: unknown, armed, refused, …
  npm run sekali -- resolve KEY landed --why TEXT
  npm run sekali -- resolve KEY absent --why TEXT --looked-at TIME
                                              settles an unknown by what you found at the target; TIME is when you
                                              began to look, such as 2026-01-31T09:00:00Z
  npm run sekali -- pause FORM --why TEXT     nothing new is sent; messages wait
  npm run sekali -- resume FORM
  npm run sekali -- redrive [--reason REASON …]
                                              sends parked messages to the queue again: all but the unknown ones, or
                                              those of the given reasons

${STAGE_USAGE}
  --who     who decides (default: your user name)

A deployed stage is asked by way of its function \`operator\`, with your AWS credentials; the local one directly.

Examples
  npm run sekali -- list unknown --param redisUrl=redis://127.0.0.1:6379
  npm run sekali -- list unknown --stage prod
  npm run sekali -- redrive --reason attempts --reason challenge --stage prod
  npm run sekali -- resolve event-registration.3f2a… landed --why "receipt R-00007 on the attendee list"

Exit code 0: done. 1: not done, and the line says why. 2: wrong usage.`;

const run = await argumentsOr(USAGE, readCommand);
try {
  const { done, text } = await run();
  console.log(text);
  process.exitCode = done ? 0 : 1;
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = 1;
}

async function readCommand(): Promise<() => Promise<Said>> {
  const args = process.argv.slice(2);
  // As for serverless deploy: where the stage is does not depend on who looks.
  process.env.AWS_REGION ??= await defaultRegion();
  if (isRedrive(args)) return redriveCommand(args);
  const who = userName();
  const { values, act } = operatorCommand(args, who);
  const environment = await environmentOf(values);
  if (values.stage !== 'local' && !environment[variableOf('redisUrl')]) {
    if (values.param.length > 0) {
      throw new Error(
        '--param: the function of a deployed stage has its own parameters. It goes with --param redisUrl=…',
      );
    }
    return () => onDeployedStage(operatorClient(), values.stage, { args, who });
  }
  const stage = readLedgerStage(environment);
  return () => act(stage);
}

/** A container may run as a user who has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
