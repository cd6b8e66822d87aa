import type { Secrets } from '../../lib/form/secrets.ts';

/** The same with no secret in any text or number of it. */
export function hideDeep<T>(value: T, secrets: Pick<Secrets, 'none' | 'find' | 'hide'>): T {
  if (secrets.none) return value;
  const hide = (one: unknown): unknown => {
    if (typeof one === 'string') return secrets.hide(one);
    if (typeof one === 'number') return secrets.find(String(one)).length > 0 ? '…' : one;
    if (Array.isArray(one)) return one.map(hide);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [secrets.hide(name), hide(inner)]));
  };
  return hide(value) as T;
}
