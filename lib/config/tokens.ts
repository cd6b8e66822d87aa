import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ConfigError } from '../submission/errors.ts';

/** `send`: hand in submissions and see what became of them. `operate`: all that people do. */
export const ROLES = ['send', 'operate'] as const;
export type Role = (typeof ROLES)[number];

/** A token as it is kept: who has it gets in by the token, and nobody gets the token from this. */
const TOKEN = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/, 'may hold letters, digits and . @ _ - only'),
  role: z.enum(ROLES, { error: `must be ${ROLES.join(' or ')}` }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be the 64 hex digits of a SHA-256'),
});
const TOKENS = z
  .array(TOKEN)
  .refine((tokens) => new Set(tokens.map(({ name }) => name)).size === tokens.length, 'has a name twice');

export type Token = z.output<typeof TOKEN>;

/** Who a request comes from. */
export type Who = Pick<Token, 'name' | 'role'>;

/** @throws ConfigError that says what is wrong, without the text itself */
export function readTokens(text: string): readonly Token[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ConfigError('the list of API tokens is not JSON');
  }
  const parsed = TOKENS.safeParse(json);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].join(' ').trim());
  throw new ConfigError(`the list of API tokens: ${wrong.join('; ')}`);
}

/** A token that nobody has had, and what is kept of it. 256 random bits: nothing to guess, so a plain hash will do. */
export function newToken(name: string, role: Role): { readonly secret: string; readonly token: Token } {
  const secret = `sekali_${randomBytes(32).toString('base64url')}`;
  return { secret, token: TOKEN.parse({ name, role, sha256: sha256(secret).toString('hex') }) };
}

/**
 * Whose token it is; `undefined` where it is nobody's. All are compared, each in constant time: how long it takes tells nothing.
 */
export function whoseIs(secret: string, tokens: readonly Token[]): Who | undefined {
  const given = sha256(secret);
  const matching = tokens.filter((token) => timingSafeEqual(given, Buffer.from(token.sha256, 'hex')));
  const [match] = matching;
  return match && { name: match.name, role: match.role };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
