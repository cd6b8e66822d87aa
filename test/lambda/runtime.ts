/**
 * What Lambda's Node runtime does, for one execution environment: imports the handler once, then asks the Runtime API for
 * one invocation after the other. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 *
 * usage: node runtime.ts <file of the bundled handler>
 */
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: object) => Promise<unknown>;

const api = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;
const post = (path: string, body: unknown) =>
  fetch(`${api}${path}`, { method: 'POST', body: JSON.stringify(body) ?? 'null' });
const errorOf = (thrown: unknown) =>
  thrown instanceof Error
    ? { errorType: thrown.name, errorMessage: thrown.message }
    : { errorType: 'Error', errorMessage: String(thrown) };

async function initialised(): Promise<Handler> {
  try {
    const { handler } = await import(pathToFileURL(process.argv[2] ?? '').href);
    return handler;
  } catch (thrown) {
    await post('/init/error', errorOf(thrown));
    throw thrown;
  }
}

const handler = await initialised();
for (;;) {
  const next = await fetch(`${api}/invocation/next`);
  const event: unknown = await next.json();
  const id = next.headers.get('lambda-runtime-aws-request-id') ?? '';
  const deadlineMs = Number(next.headers.get('lambda-runtime-deadline-ms'));
  const context = {
    awsRequestId: id,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    memoryLimitInMB: '2048',
    invokedFunctionArn: next.headers.get('lambda-runtime-invoked-function-arn'),
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
  try {
    await post(`/invocation/${id}/response`, await handler(event, context));
  } catch (thrown) {
    await post(`/invocation/${id}/error`, errorOf(thrown));
  }
}
