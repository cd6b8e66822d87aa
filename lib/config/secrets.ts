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
      const value = (await read(id)).trim();
      // A pepper of nothing would make other keys, unnoticed.
      if (value === '') throw new Error('it holds no text');
      return value;
    } catch (cause) {
      throw new ConfigError(
        `the secret ${isArn(id) ? `${id} (${variable})` : `that ${variable} names`} cannot be read: ${messageOf(cause)}. Does it exist, may this function's role read ` +
          'it, and is Secrets Manager reachable from its network?',
      );
    }
  };
  const [url, token, pepper] = await Promise.all([
    secretOf('SEKALI_REDIS_URL_SECRET'),
    secretOf('SEKALI_REDIS_TOKEN_SECRET'),
    secretOf('SEKALI_PEPPER_SECRET'),
  ]);
  if (url !== undefined && !url.startsWith('rediss:')) {
    throw new ConfigError(
      'the secret that SEKALI_REDIS_URL_SECRET names holds no rediss:// address: TLS is a must',
    );
  }
  const redisUrl = url ?? env.SEKALI_REDIS_URL;
  return {
    ...env,
    SEKALI_REDIS_URL: token === undefined ? redisUrl : withPassword(redisUrl, token),
    ...(pepper !== undefined && { SEKALI_PEPPER: pepper }),
  };
}

/** What is none may be the secret itself, given by mistake, and is not shown. */
const isArn = (id: string) => id.startsWith('arn:');

function withPassword(url: string | undefined, password: string): string {
  if (url === undefined || !URL.canParse(url)) {
    throw new ConfigError(
      'SEKALI_REDIS_TOKEN_SECRET is given, but SEKALI_REDIS_URL is no address to put the token into',
    );
  }
  const address = new URL(url);
  // Encoded here, since the address leaves a % as it is, and whoever reads it decodes it.
  address.password = encodeURIComponent(password);
  return address.href;
}

/** Asks Secrets Manager each time. */
export function fromSecretsManager(): ReadSecret {
  // Made when first needed: the local stage has no secrets.
  let client: SecretsManagerClient | undefined;
  return async (id) => {
    client ??= new SecretsManagerClient({
      maxAttempts: DEFAULTS.secretTries,
      requestHandler: {
        connectionTimeout: DEFAULTS.secretTimeoutMs,
        requestTimeout: DEFAULTS.secretTimeoutMs,
        // An answer that stops half-way is no answer.
        socketTimeout: DEFAULTS.secretTimeoutMs,
        throwOnRequestTimeout: true,
      },
    });
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    return SecretString;
  };
}
