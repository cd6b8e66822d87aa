import { fromSecretsManager, type ReadSecret } from '../../lib/config/secrets.ts';
import { type TokenList, tokenList } from '../../lib/config/token-list.ts';
import { ConfigError } from '../../lib/submission/errors.ts';
import type { Telemetry } from '../../lib/submission/ports.ts';

/** Where the list of API tokens is: the text itself on the local stage, else a secret, by its ARN. */
export interface TokenPlace {
  readonly text?: string | undefined;
  readonly secret?: string | undefined;
}

/** The list, from wherever it is. Where nobody says, nobody gets in. @throws ConfigError */
export function tokensFrom(
  { text, secret }: TokenPlace,
  telemetry: Pick<Telemetry, 'warn'>,
  read: ReadSecret = fromSecretsManager(),
): TokenList {
  if (text !== undefined) return tokenList(async () => text, telemetry);
  if (!secret) throw new ConfigError('apiTokensSecret is missing: who may use the HTTP API?');
  return tokenList(() => read(secret), telemetry);
}
