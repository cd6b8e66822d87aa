import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ConfigError, messageOf } from '../submission/errors.ts';
import { DEFAULTS } from './defaults.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Answers the value of the secret with this ARN or name. */
export type ReadSecret = (id: string) => Promise<string>;

/**
 * The environment with the secrets that it names in place, as a copy: what stands in a function's own environment can be read
 * by whoever may look at its configuration, and is handed on to child processes.
 *
 * | names a secret              | which holds                     | and becomes                       |
 * | --------------------------- | ------------------------------- | --------------------------------- |
 * | `SEKALI_REDIS_URL_SECRET`   | the whole address, with token   | `SEKALI_REDIS_URL`                |
 * | `SEKALI_REDIS_TOKEN_SECRET` | the token alone                 | the password in `SEKALI_REDIS_URL` |
 * | `SEKALI_PEPPER_SECRET`      | the pepper                      | `SEKALI_PEPPER`                   |
 *
 * Read once per execution environment: a function that runs keeps what it read, so a rotated token needs a new deployment.
 * @throws ConfigError that names the secret, never its value
 */
export async function withSecrets(
  env: Environment,
  read: ReadSecret = fromSecretsManager(),
): Promise<Environment> {
  const secretOf = async (variable: string): Promise<string | undefined> => {
    const id = env[variable]?.trim();
    if (!id) return undefined;
    try {
      return (await read(id)).trim();
    } catch (cause) {
      throw new ConfigError(
        `the secret ${id} (${variable}) cannot be read: ${messageOf(cause)}. Does it exist, may this function's role read ` +
          'it, and is Secrets Manager reachable from its network?',
      );
    }
  };
  const [url, token, pepper] = await Promise.all([
    secretOf('SEKALI_REDIS_URL_SECRET'),
    secretOf('SEKALI_REDIS_TOKEN_SECRET'),
    secretOf('SEKALI_PEPPER_SECRET'),
  ]);
  const redisUrl = url ?? env.SEKALI_REDIS_URL;
  return {
    ...env,
    SEKALI_REDIS_URL: token === undefined ? redisUrl : withPassword(redisUrl, token),
    ...(pepper !== undefined && { SEKALI_PEPPER: pepper }),
  };
}

function withPassword(url: string | undefined, password: string): string {
  if (url === undefined || !URL.canParse(url)) {
    throw new ConfigError(
      'SEKALI_REDIS_TOKEN_SECRET is given, but SEKALI_REDIS_URL is no address to put the token into',
    );
  }
  const address = new URL(url);
  address.password = password;
  return address.href;
}

function fromSecretsManager(): ReadSecret {
  // Made when first needed: the local stage has no secrets.
  let client: SecretsManagerClient | undefined;
  return async (id) => {
    client ??= new SecretsManagerClient({
      maxAttempts: DEFAULTS.secretTries,
      requestHandler: {
        connectionTimeout: DEFAULTS.secretTimeoutMs,
        requestTimeout: DEFAULTS.secretTimeoutMs,
        throwOnRequestTimeout: true,
      },
    });
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    if (!SecretString) throw new Error('it holds no text');
    return SecretString;
  };
}
