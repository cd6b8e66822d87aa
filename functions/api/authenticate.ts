import type { TokenList } from '../../lib/config/token-list.ts';
import { type Who, whoseIs } from '../../lib/config/tokens.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import type { Telemetry } from '../../lib/submission/ports.ts';
import { Problem, unavailable } from './problem.ts';
import type { Access } from './route.ts';

/** @throws Problem 401, or 503 where the list of tokens cannot be read */
export async function authenticate(
  authorization: string | undefined,
  tokens: TokenList,
  telemetry: Pick<Telemetry, 'warn'>,
): Promise<Who> {
  const [, secret] = /^Bearer +([\w.~+/=-]{1,200})$/i.exec(authorization ?? '') ?? [];
  const who = secret === undefined ? undefined : whoseIs(secret, await list(tokens, telemetry));
  if (who !== undefined) return who;
  throw new Problem('unauthorized', 'Send a token that is valid here: Authorization: Bearer sekali_…', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Those who operate may send, too. Anything else is refused. @throws Problem 403 */
export function authorize({ name, role }: Who, access: Access): void {
  if (role === 'operate' || role === access) return;
  throw new Problem('forbidden', `The token "${name}" may ${role} only; this needs one that may operate.`);
}

async function list(tokens: TokenList, telemetry: Pick<Telemetry, 'warn'>) {
  try {
    return await tokens();
  } catch (thrown) {
    telemetry.warn('nobody gets in: the list of API tokens cannot be read', { why: messageOf(thrown) });
    throw unavailable('Tokens cannot be checked now.');
  }
}
