import { z } from 'zod';
import { checked, meantForLocal, refuse, timesThatDoNotFit } from './checks.ts';
import { RUN_TIME } from './parameters.ts';

const PARAMETERS = RUN_TIME.extend({ stage: z.string().min(1) });

export type StageParameters = z.output<typeof PARAMETERS>;

/** The environment variable that carries a stage parameter into the function: `leaseTtlMs` -> `SEKALI_LEASE_TTL_MS`. */
export function variableOf(parameter: string): string {
  return `SEKALI_${parameter.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** What is needed to reach and judge the ledger and to tell what it says, and no more. */
const LEDGER_PARAMETERS = PARAMETERS.pick({
  stage: true,
  redisUrl: true,
  pepper: true,
  ledgerEpoch: true,
  waitReplicas: true,
  ledgerRetentionDays: true,
  flightGraceMs: true,
  brake: true,
  eventBus: true,
  eventsFile: true,
});

export type LedgerStage = z.output<typeof LEDGER_PARAMETERS>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the stage parameters from the function's environment.
 * @throws ConfigError with every parameter that is missing, wrong or in contradiction to another
 */
export function readStage(env: Environment): StageParameters {
  const stage = read(PARAMETERS, env);
  refuse(contradictions(stage));
  return stage;
}

/** The part of the stage parameters that leads to the ledger. @throws ConfigError like `readStage` */
export function readLedgerStage(env: Environment): LedgerStage {
  return read(LEDGER_PARAMETERS, env);
}

function read<Shape extends z.ZodObject>(parameters: Shape, env: Environment): z.output<Shape> {
  const given = Object.fromEntries(
    Object.keys(parameters.shape).map((name) => [name, env[variableOf(name)]?.trim() || undefined]),
  );
  return checked(parameters, given);
}

function contradictions(stage: StageParameters): string[] {
  const wrong = timesThatDoNotFit(stage);
  if (stage.stage === 'local') return wrong;
  wrong.push(...meantForLocal(stage));
  if (!stage.redisUrl.startsWith('rediss:')) {
    wrong.push('redisUrl must use TLS (rediss://) outside the local stage');
  }
  return wrong;
}
