import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApi } from '../../functions/api/openapi.ts';
import { routes } from '../../functions/api/routes/index.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}
interface Operation {
  readonly responses: Readonly<Record<string, Response & { readonly $ref?: string }>>;
}
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
}

export const document = openApi(routes) as Document;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
const validators = new Map<string, ValidateFunction>(
  Object.entries(document.components.schemas).map(([name, schema]) => [
    `#/components/schemas/${name}`,
    ajv.compile(schema),
  ]),
);

/** Fails unless the document has this answer, just so. */
export function conforms(
  { method, path }: { readonly method: string; readonly path: string },
  { status, type, body }: { readonly status: number; readonly type: string; readonly body: unknown },
): void {
  const stated = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  const response = stated?.$ref
    ? document.components.responses[stated.$ref.replace('#/components/responses/', '')]
    : stated;
  assert.ok(response, `${method} ${path} may not answer ${status}: ${JSON.stringify(body)}`);
  if (response.content === undefined) return;
  const validate = validators.get(response.content[type]?.schema.$ref ?? '');
  assert.ok(validate, `${method} ${path} ${status} may not be of type ${type}`);
  assert.ok(
    validate(body),
    `${method} ${path} ${status} ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`,
  );
}
