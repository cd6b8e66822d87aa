import type { IncomingMessage } from 'node:http';
import type { Visit } from './site.ts';

/** Reads a request and its body, whichever way a form or a script wrote it. What cannot be read counts as nothing sent. */
export async function visitOf(request: IncomingMessage, body: Buffer): Promise<Omit<Visit, 'path'>> {
  const { method = 'GET', headers } = request;
  const origin = `http://${headers.host ?? '127.0.0.1'}`;
  const type = headers['content-type'] ?? '';
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type);
  const sent = isForm
    ? await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
        .formData()
        .catch(() => new FormData())
    : new FormData();
  return {
    method,
    query: new URL(request.url ?? '/', origin).searchParams,
    headers,
    origin,
    sent,
    json: type.startsWith('application/json') ? parsed(body.toString()) : undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
