import type { z } from 'zod';
import { ConfigError } from '../submission/errors.ts';
import { LOCAL_ONLY, SECRETS } from './parameters.ts';

/** The given values, checked one by one. @throws ConfigError with every one that is missing or wrong */
export function checked<Shape extends z.ZodObject>(
  parameters: Shape,
  given: Readonly<Record<string, unknown>>,
): z.output<Shape> {
  const parsed = parameters.safeParse(given);
  if (parsed.success) return parsed.data;
  refuse(
    parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      if (given[name] === undefined)
        return `${name} is missing${name === 'redisUrl' ? ' (redisUrlSecret may name a secret that holds it)' : ''}`;
      return `${name}${SECRETS.has(name) ? '' : ` = "${given[name]}"`}: ${issue.message}`;
    }),
  );
  throw parsed.error;
}

/** @throws ConfigError unless nothing is wrong */
export function refuse(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new ConfigError(`stage parameters: ${wrong.join('; ')}`);
}

export interface Times {
  readonly leaseTtlMs: number;
  readonly heartbeatMs: number;
  readonly abortMarginMs: number;
  readonly proofTimeoutMs: number;
  readonly reserveMs: number;
  readonly workerTimeoutSeconds: number;
}

export function timesThatDoNotFit(times: Times): string[] {
  const wrong: string[] = [];
  const { leaseTtlMs, heartbeatMs, abortMarginMs, workerTimeoutSeconds } = times;
  if (heartbeatMs * 2 + abortMarginMs > leaseTtlMs) {
    wrong.push(
      `heartbeatMs ${heartbeatMs} is too long for leaseTtlMs ${leaseTtlMs}: two beats and abortMarginMs ${abortMarginMs} must fit`,
    );
  }
  const neededMs = times.proofTimeoutMs + times.reserveMs;
  if (workerTimeoutSeconds * 1_000 <= neededMs) {
    wrong.push(
      `workerTimeoutSeconds ${workerTimeoutSeconds} leaves no time: proofTimeoutMs and reserveMs need ${neededMs} ms`,
    );
  }
  return wrong;
}

/** Outside the local stage, a leftover of it would send submissions to an emulator, or let a target past the address check. */
export function meantForLocal(
  stage: Readonly<Partial<Record<(typeof LOCAL_ONLY)[number], unknown>>>,
): string[] {
  return LOCAL_ONLY.filter((name) => stage[name] !== undefined).map(
    (name) => `${name} is for the local stage only`,
  );
}
