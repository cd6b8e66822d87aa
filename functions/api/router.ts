import { Problem } from './problem.ts';
import type { Route } from './route.ts';

export interface Matched {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * The route for a request. A dozen routes need no more than this; the routers that middy has answer 404 for a wrong method, too.
 * @throws Problem `notFound`, or `methodNotAllowed` with what is allowed
 */
export function match(routes: readonly Route[], method: string, path: string): Matched {
  const here = routes.flatMap((route) => {
    const values = valuesIn(route.path, path);
    return values === undefined ? [] : [{ route, path: values }];
  });
  if (here.length === 0) throw new Problem('notFound', 'There is nothing at this address.');
  const found = here.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  const allow = here.map(({ route }) => route.method).join(', ');
  throw new Problem('methodNotAllowed', `This address takes ${allow}.`, { headers: { allow } });
}

function valuesIn(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [nth, part] of wanted.entries()) {
    const text = given[nth] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== text) return undefined;
    } else {
      const value = decoded(text);
      if (value === undefined || value === '') return undefined;
      values[name] = value;
    }
  }
  return values;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
