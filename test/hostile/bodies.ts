/** Bodies that are too large, made and sent a part at a time. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** In a comment, so that the browser has little to do with it. */
const COMMENT = '<!--';
const PART = Buffer.alloc(1_000_000, 'much ');

/** Sends `megabytes` of HTML or whatever it is called, or until the client leaves. */
export async function pour(
  response: ServerResponse,
  megabytes: number,
  headers: Record<string, string> = { 'content-type': 'text/html' },
  start = '',
): Promise<void> {
  response.writeHead(200, headers).write(start + COMMENT);
  const left = once(response, 'close');
  for (let sent = 0; sent < megabytes && !response.closed; sent++) {
    if (!response.write(PART)) await Promise.race([once(response, 'drain'), left]);
  }
  response.end();
}

/** A small body that unfolds to `megabytes`. */
export function bomb(encoding: 'gzip' | 'br', megabytes: number, start = ''): Promise<Buffer> {
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
  const packer = encoding === 'br' ? createBrotliCompress(fast) : createGzip();
  const packed = buffer(packer);
  packer.write(start + COMMENT);
  void (async () => {
    for (let sent = 0; sent < megabytes; sent++) {
      if (!packer.write(PART)) await once(packer, 'drain');
    }
    packer.end();
  })();
  return packed;
}
