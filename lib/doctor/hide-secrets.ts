/** The text without the address of Redis, its user's password, and the pepper: libraries put into errors what they were given. */
export function hideSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const redisUrl = env.SEKALI_REDIS_URL?.trim() ?? '';
  const password = URL.parse(redisUrl)?.password ?? '';
  const withSecret = password === '' ? '' : redisUrl;
  return [withSecret, env.SEKALI_PEPPER?.trim() ?? '', password, decoded(password)]
    .filter((secret) => secret !== '')
    .reduce((safe, secret) => safe.replaceAll(secret, '***'), text);
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
