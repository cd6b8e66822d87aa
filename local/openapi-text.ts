import { openApi } from '../functions/api/openapi.ts';
import { routes } from '../functions/api/routes/index.ts';

/** docs/openapi.json, laid out for people and for `git diff`. */
export function openApiText(): string {
  return `${JSON.stringify(openApi(routes), null, 2)}\n`;
}
