import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import type { APIResponse, Route } from 'playwright-core';

/** An answer is a page or less; 100 kB are usual. Ten megabytes on the wire may unfold to ten gigabytes. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface Fetched {
  readonly response: APIResponse;
  /** Unpacked. */
  readonly body: Buffer;
}

type Options = Omit<NonNullable<Parameters<Route['fetch']>[0]>, 'maxRetries' | 'maxRedirects'>;

/**
 * `route.fetch`, once and without redirects, with a limit on the answer. Playwright's client unpacks whatever comes, however
 * much memory that takes; so it is given the body as it is on the wire, where the egress proxy bounds it, and this unpacks it.
 * @throws Error when there is no whole answer, or it has more than 16 MiB
 */
export async function fetchBounded(route: Route, options: Options): Promise<Fetched> {
  const packing: Packing = { encoding: '' };
  const once = { ...options, maxRetries: 0, maxRedirects: 0 };
  const response = await underWay.run(packing, () => route.fetch(once));
  const packed = await response.body();
  const body = await unpack(packed, packing.encoding).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new Error(`the answer could not be unpacked (${packing.encoding}): ${thrown.message}`);
  });
  if (body.length > MAX_BODY_BYTES) throw tooLarge();
  return { response, body };
}

function tooLarge(): Error {
  return new Error(`the answer has more than ${MAX_BODY_BYTES / 1024 / 1024} MiB`);
}

interface Packing {
  /** As the target named it. */
  encoding: string;
}

const underWay = new AsyncLocalStorage<Packing>();

subscribe('http.client.request.created', (message) => {
  const packing = underWay.getStore();
  if (packing === undefined) return;
  const { request } = message as { request: ClientRequest };
  // Before Playwright's own listener, which looks for the encoding.
  request.prependOnceListener('response', ({ headers }: IncomingMessage) => {
    packing.encoding = headers['content-encoding']?.toLowerCase() ?? '';
    delete headers['content-encoding'];
  });
});

const UNPACK = {
  gunzip: promisify(gunzip),
  brotli: promisify(brotliDecompress),
  inflate: promisify(inflate),
};

async function unpack(packed: Buffer, encoding: string): Promise<Buffer> {
  // Some answers, to HEAD or with status 304, name an encoding and have no body.
  if (packed.length === 0) return packed;
  const maxOutputLength = MAX_BODY_BYTES;
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      // As browsers do, it forgives a missing end mark: that the whole body came is what HTTP tells.
      return UNPACK.gunzip(packed, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return UNPACK.brotli(packed, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'deflate':
      return UNPACK.inflate(packed, { maxOutputLength });
    default:
      return packed;
  }
}
