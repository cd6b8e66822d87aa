import { z } from 'zod';
import type { Route, Told } from './route.ts';
import * as schemas from './schemas.ts';

const SHAPES: Readonly<Record<string, z.ZodType>> = schemas;
const PROBLEM = 'application/problem+json';
const WORDS: Readonly<Record<number, string>> = {
  400: 'The body is not JSON',
  401: 'No valid token',
  403: 'The token has the wrong role, or the link has expired',
  404: 'There is no such thing',
  409: 'It cannot be done now; type says why',
  413: 'Too large',
  415: 'Not JSON',
  422: 'It does not fit; errors says where',
  500: 'Sekali has failed',
  503: 'Redis or the queue does not answer; try again',
};

/** The API as an OpenAPI 3.1 document, made from the routes and the schemas that check them. */
export function openApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sekali',
      version: '1',
      description: 'Submits third-party web forms exactly as often as it should: once. See docs/api.md.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      responses: Object.fromEntries(
        Object.entries(WORDS).map(([status, description]) => [
          `Problem${status}`,
          { description, content: { [PROBLEM]: { schema: ref(schemas.Problem) } } },
        ]),
      ),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(SHAPES).map(([name, shape]) => [
          name,
          jsonSchema(shape, INPUTS.has(shape) ? 'input' : 'output'),
        ]),
      ),
    },
  };
}

/** What clients write: a default need not be given, and what is trimmed may have blanks. */
const INPUTS: ReadonlySet<z.ZodType> = new Set([
  schemas.NewSubmission,
  schemas.Resolution,
  schemas.Reason,
  schemas.OptionalReason,
]);

function operation({ summary, method, path, access, query, body, answers, problems = [] }: Route): object {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(query === undefined ? [] : queryParameters(query)),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z]+(.)?/gi, (_, letter = '') => letter.toUpperCase())}`,
    summary,
    description: access === 'link' ? 'Needs a signed link in place of a token.' : `Role: ${access}.`,
    ...(access === 'link' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: ref(body) } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, told]) => [status, response(told)])),
      ...Object.fromEntries(
        [...problems, 401, 403, 500, 503].map((status) => [
          status,
          { $ref: `#/components/responses/Problem${status}` },
        ]),
      ),
    },
  };
}

function queryParameters(query: z.ZodType): object[] {
  const { properties = {} } = jsonSchema(query, 'input') as { properties?: Record<string, object> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function response({ what, shape }: Told): object {
  if (shape === undefined) return { description: what };
  return { description: what, content: { 'application/json': { schema: ref(shape) } } };
}

function ref(schema: z.ZodType): object {
  const name = Object.entries(SHAPES).find(([, one]) => one === schema)?.[0];
  if (name === undefined) throw new Error('a route has a shape that schemas.ts does not export');
  return { $ref: `#/components/schemas/${name}` };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
