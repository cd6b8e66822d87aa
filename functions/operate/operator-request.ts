import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { z } from 'zod';

const REQUEST = z.strictObject({
  method: z.enum(['GET', 'POST']),
  /** With its query. */
  path: z.string().startsWith('/'),
  body: z.record(z.string(), z.unknown()).optional(),
  /** Who decides, as the caller says: whoever may call the function may say so. */
  who: z.string().trim().min(1),
});

/** A request of the HTTP API (docs/api.md) by somebody who needs no token: IAM, or reaching Redis, lets them in. */
export type OperatorRequest = z.output<typeof REQUEST>;

export interface OperatorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** @throws Error in plain words for what is none: anybody who may call the function may send it anything */
export function operatorRequest(received: unknown): OperatorRequest {
  const request = REQUEST.safeParse(received);
  if (request.success) return request.data;
  throw new Error('This function is asked by "npx sekali … --stage X", of the version that is deployed.');
}

/** The request in the shape in which API Gateway hands it on. */
export function eventOf({ method, path: target, body }: OperatorRequest): APIGatewayProxyEventV2 {
  const [path = '', query = ''] = target.split('?', 2);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    requestContext: { http: { method, path } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}
