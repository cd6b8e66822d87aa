import { messageOf } from '../submission/errors.ts';
import type { Telemetry } from '../submission/ports.ts';
import { readTokens, type Token } from './tokens.ts';

/** A token that was taken out of the list ends within this time. */
const FRESH_MS = 60_000;

/** The list of API tokens as it is now. */
export type TokenList = () => Promise<readonly Token[]>;

/**
 * The list, read when it is first needed and again once it is a minute old, so that tokens come and go without a deployment.
 * Where it cannot be read again, the last one that was read stands, and the log says so.
 * @param read answers the list's text
 */
export function tokenList(
  read: () => Promise<string>,
  telemetry: Pick<Telemetry, 'warn'>,
  nowMs: () => number = Date.now,
): TokenList {
  let last: { readonly tokens: readonly Token[]; readonly atMs: number } | undefined;
  let reading: Promise<readonly Token[]> | undefined;

  async function readAgain(): Promise<readonly Token[]> {
    const atMs = nowMs();
    try {
      const tokens = readTokens(await read());
      last = { tokens, atMs };
      return tokens;
    } catch (thrown) {
      if (last === undefined) throw thrown;
      telemetry.warn('the list of API tokens cannot be read', { why: messageOf(thrown) });
      last = { ...last, atMs };
      return last.tokens;
    } finally {
      reading = undefined;
    }
  }

  return async () => {
    if (last !== undefined && nowMs() - last.atMs < FRESH_MS) return last.tokens;
    reading ??= readAgain();
    return reading;
  };
}
