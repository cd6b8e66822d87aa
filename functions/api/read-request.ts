import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { z } from 'zod';
import { fieldErrorOf } from '../../lib/form/field-error.ts';
import { Problem } from './problem.ts';
import type { Route } from './route.ts';

/** What the queue takes (`infra/queues.yml`). */
export const MAX_BODY_BYTES = 245_760;

/** @throws Problem 413, 415, 400 or 422 */
export function readBody(route: Route, event: APIGatewayProxyEventV2): unknown {
  if (route.body === undefined) return undefined;
  const type = event.headers['content-type'] ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw new Problem('unsupportedMediaType', 'Send JSON, with the header Content-Type: application/json.');
  }
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    throw new Problem('tooLarge', `The body has ${bytes.length} bytes; ${MAX_BODY_BYTES} are taken.`);
  }
  return checked(route.body, parsed(bytes));
}

/** @throws Problem 422 */
export function readQuery(route: Route, event: APIGatewayProxyEventV2): unknown {
  if (route.query === undefined) return undefined;
  return checked(route.query, Object.fromEntries(new URLSearchParams(event.rawQueryString)));
}

function parsed(bytes: Buffer): unknown {
  try {
    // Strictly: what is no UTF-8 would be replaced, and something else submitted than was sent.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem('malformed', 'The body is not JSON in UTF-8.');
  }
}

function checked(schema: z.ZodType, value: unknown): unknown {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new Problem('invalid', 'The request does not fit; errors says where.', {
    errors: read.error.issues.map((issue) => fieldErrorOf(issue, value)),
  });
}
