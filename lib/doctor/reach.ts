import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Place {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** How far it went: the first step that failed and why, or all the way. */
export type Reach =
  | { readonly step: 'reached' }
  | { readonly step: 'dns'; readonly code: string }
  | { readonly step: 'refused'; readonly address: string }
  | { readonly step: 'connect' | 'tls'; readonly code: string; readonly addresses: readonly string[] };

export interface ReachOptions {
  /** All addresses of a name. By default the system's resolver. */
  readonly lookUp?: LookUp | undefined;
  /** Which addresses may be connected to. By default all. */
  readonly mayConnect?: (address: string) => boolean;
  readonly timeoutMs: number;
}

export type LookUp = (host: string) => Promise<readonly string[]>;

/** When no answer came: a security group, a route, or a firewall. */
export const TIMED_OUT = 'no answer';

/** Looks a name up, connects, shakes hands over TLS, and leaves. Sends no byte of its own. Never throws. */
export async function reach(place: Place, options: ReachOptions): Promise<Reach> {
  const { lookUp = systemLookUp, mayConnect = () => true, timeoutMs } = options;
  const over = AbortSignal.timeout(timeoutMs);
  let addresses: readonly string[];
  try {
    addresses = isIP(place.host) === 0 ? await unlessOver(lookUp(place.host), over) : [place.host];
  } catch (thrown) {
    return { step: 'dns', code: codeOf(thrown) };
  }
  const barred = addresses.find((address) => !mayConnect(address));
  if (barred !== undefined) return { step: 'refused', address: barred };
  const socket = connect({
    host: place.host,
    port: place.port,
    // The addresses that were looked at, and no others.
    lookup: (_host, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      ),
    // By default an address on another continent gets 250 ms.
    autoSelectFamilyAttemptTimeout: 1_000,
  });
  // What comes after we have left is of no interest.
  socket.on('error', () => {});
  try {
    await opened(socket, 'connect', over);
  } catch (thrown) {
    socket.destroy();
    return { step: 'connect', code: codeOf(thrown), addresses };
  }
  const fault = place.tls ? await tlsFault(socket, place.host, over) : undefined;
  socket.destroy();
  return fault === undefined ? { step: 'reached' } : { step: 'tls', code: fault, addresses };
}

/** What is wrong with TLS there; undefined when nothing is. */
async function tlsFault(socket: Socket, host: string, over: AbortSignal): Promise<string | undefined> {
  const secure = connectTls({ socket, ...(isIP(host) === 0 ? { servername: host } : {}) });
  secure.on('error', () => {});
  try {
    await opened(secure, 'secureConnect', over);
    return undefined;
  } catch (thrown) {
    return codeOf(thrown);
  } finally {
    secure.destroy();
  }
}

async function opened(socket: Socket, event: string, over: AbortSignal): Promise<void> {
  const closed = once(socket, 'close').then(() => {
    throw Object.assign(new Error('closed'), { code: 'closed' });
  });
  closed.catch(() => {});
  await unlessOver(Promise.race([once(socket, event), closed]), over);
}

async function unlessOver<T>(work: Promise<T>, over: AbortSignal): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(Object.assign(new Error(TIMED_OUT), { code: TIMED_OUT }));
  if (over.aborted) onAbort();
  over.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, expired]);
  } finally {
    over.removeEventListener('abort', onAbort);
  }
}

const systemLookUp: LookUp = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

function codeOf(thrown: unknown): string {
  const { code, message } = thrown as NodeJS.ErrnoException;
  return code === 'ETIMEDOUT' ? TIMED_OUT : (code ?? message);
}
