import type { ConsoleFiles } from '../../../console/build.ts';
import type { Api } from '../parts.ts';
import { type Route, route } from '../route.ts';

/** The console: three files that hold nothing of anybody, so that whoever has no token can come to type it in. */
export function consoleRoutes({ page, script, style }: ConsoleFiles): readonly Route[] {
  return [
    file('/', 'The page', 'text/html; charset=utf-8', page),
    file('/console.js', 'Its script', 'text/javascript; charset=utf-8', script),
    file('/console.css', 'Its style sheet', 'text/css; charset=utf-8', style),
  ];
}

function file(path: string, what: string, type: string, text: string): Route {
  return route({
    method: 'GET',
    path,
    summary: `The console: ${what.toLowerCase()}`,
    access: 'anyone',
    answers: { 200: { what } },
    act: async (_request, api) => ({
      status: 200,
      bytes: { type, content: Buffer.from(text) },
      headers: { 'content-security-policy': policy(api), 'cross-origin-opener-policy': 'same-origin' },
    }),
  });
}

/** Runs and loads what comes from here, shows pictures of the bucket, and talks to this API; nothing else, and no inline code. */
function policy({ links }: Api): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${links.origin === undefined ? '' : ` ${links.origin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
