import { z } from 'zod';
import { ConfigError } from '../submission/errors.ts';
import { DEFAULTS } from './defaults.ts';

const whole = (min: number, max: number, fallback: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback);

const PARAMETERS = z.object({
  stage: z.string().min(1),
  redisUrl: z.url({ protocol: /^rediss?$/, message: 'must be a redis:// or rediss:// address' }),
  queueUrl: z.url(),
  parkingUrl: z.url(),
  /** Makes keys unguessable; never changed in place, since every key would change. */
  pepper: z.string().min(16, 'must have at least 16 characters').optional(),
  ledgerEpoch: whole(1, 1_000_000, 1),
  waitReplicas: whole(0, 5, 1),
  ledgerRetentionDays: whole(29, 3_650, DEFAULTS.ledgerRetentionDays),

  leaseTtlMs: whole(1_000, 60_000, DEFAULTS.leaseTtlMs),
  heartbeatMs: whole(100, 30_000, DEFAULTS.heartbeatMs),
  abortMarginMs: whole(100, 10_000, DEFAULTS.abortMarginMs),
  navigationTimeoutMs: whole(1_000, 300_000, DEFAULTS.navigationTimeoutMs),
  actionTimeoutMs: whole(500, 60_000, DEFAULTS.actionTimeoutMs),
  proofTimeoutMs: whole(500, 300_000, DEFAULTS.proofTimeoutMs),
  reserveMs: whole(1_000, 30_000, DEFAULTS.reserveMs),
  flightGraceMs: whole(0, 3_600_000, DEFAULTS.flightGraceMs),
  maxAttempts: whole(1, 50, DEFAULTS.maxAttempts),
  backoffBaseMs: whole(100, 900_000, DEFAULTS.backoffBaseMs),
  brake: whole(1, 1_000, DEFAULTS.brake),
  maxReceiveCount: whole(10, 1_000, DEFAULTS.maxReceiveCount),

  workerTimeoutSeconds: whole(1, 900, 120),
  /** Siblings share one deadline and one CPU or two; more than four side by side were not faster. */
  batchSize: whole(1, 4, 1),
  maxConcurrency: whole(2, 1_000, 10),

  /** Only in the local stage: the SQS emulator, the demo target let past the address check, pictures on disk. */
  sqsEndpoint: z.url().optional(),
  demoTarget: z.url().optional(),
  evidenceFolder: z.string().optional(),
});

export type StageParameters = z.output<typeof PARAMETERS>;

/** Never shown: the address of Redis holds its token. */
const SECRETS: ReadonlySet<string> = new Set(['redisUrl', 'pepper']);

const LOCAL_ONLY = ['sqsEndpoint', 'demoTarget', 'evidenceFolder'] as const;

/** The environment variable that carries a stage parameter into the function: `leaseTtlMs` -> `SEKALI_LEASE_TTL_MS`. */
export function variableOf(parameter: string): string {
  return `SEKALI_${parameter.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** What is needed to reach and judge the ledger, and no more. */
const LEDGER_PARAMETERS = PARAMETERS.pick({
  stage: true,
  redisUrl: true,
  pepper: true,
  ledgerEpoch: true,
  waitReplicas: true,
  ledgerRetentionDays: true,
  flightGraceMs: true,
  brake: true,
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
  const parsed = parameters.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    if (given[name] === undefined) return `${name} is missing`;
    return `${name}${SECRETS.has(name) ? '' : ` = "${given[name]}"`}: ${issue.message}`;
  });
  refuse(wrong);
  throw parsed.error;
}

function refuse(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new ConfigError(`stage parameters: ${wrong.join('; ')}`);
}

function contradictions(stage: StageParameters): string[] {
  const wrong: string[] = [];
  const needed = stage.proofTimeoutMs + stage.reserveMs;
  if (stage.heartbeatMs * 2 + stage.abortMarginMs > stage.leaseTtlMs) {
    wrong.push(
      `heartbeatMs ${stage.heartbeatMs} is too long for leaseTtlMs ${stage.leaseTtlMs}: two beats and abortMarginMs ${stage.abortMarginMs} must fit`,
    );
  }
  if (stage.workerTimeoutSeconds * 1000 <= needed) {
    wrong.push(
      `workerTimeoutSeconds ${stage.workerTimeoutSeconds} leaves no time: proofTimeoutMs and reserveMs need ${needed} ms`,
    );
  }
  if (stage.stage !== 'local') {
    for (const name of LOCAL_ONLY) {
      if (stage[name] !== undefined) wrong.push(`${name} is for the local stage only`);
    }
    if (!stage.redisUrl.startsWith('rediss:'))
      wrong.push('redisUrl must use TLS (rediss://) outside the local stage');
  }
  return wrong;
}
