import { connect, isIP, Socket } from 'node:net';
import { isPublicAddress } from './address.ts';
import type { OwnAnswer } from './own-answer.ts';
import { show, type Target } from './target.ts';

export interface UpstreamRules {
  readonly allowed: (host: string) => boolean;
  /** As `show` writes them: addresses let past the address check. */
  readonly localTargets: ReadonlySet<string>;
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** For each address tried. */
  readonly connectTimeoutMs: number;
  readonly onRefused: (target: Target, why: 'host' | 'address') => void;
  /** Gets every socket before it begins to connect. */
  readonly adopt: (socket: Socket) => void;
}

/**
 * Opens a connection to `target` for `client`, under the rules. The name is resolved once, all its addresses are checked,
 * and the connection goes to one of exactly these: a second look-up could answer another address. It never outlives the
 * client's connection. Answers what to tell the client where no connection came about.
 */
export async function openUpstream(
  target: Target,
  client: Socket,
  rules: UpstreamRules,
): Promise<Socket | OwnAnswer> {
  if (!rules.allowed(target.host)) {
    rules.onRefused(target, 'host');
    return refused(`The form may not reach ${target.host}: add it to the form's "allow" if it should.`);
  }
  const addresses = isIP(target.host) === 0 ? await lookUp(target.host, rules) : [target.host];
  if (addresses.length === 0) {
    return { status: 502, reach: 'dns', sentence: `The name ${target.host} did not resolve.` };
  }
  const reachable = (address: string) =>
    isPublicAddress(address) || rules.localTargets.has(show({ host: address, port: target.port }));
  if (!addresses.every(reachable)) {
    rules.onRefused(target, 'address');
    return refused(`${target.host} leads to an address that is not public, and such are never reached.`);
  }
  let failure = '';
  for (const address of addresses) {
    // Looked at after every wait: the client may have left, or everything been sealed, meanwhile.
    if (client.destroyed) break;
    const attempt = await dial(address, target.port, client, rules);
    if (attempt instanceof Socket) return attempt;
    failure = attempt;
  }
  return {
    status: failure === TIMED_OUT ? 504 : 502,
    reach: 'connect',
    sentence: `No connection to ${show(target)} could be made (${failure}).`,
  };
}

const TIMED_OUT = 'timed out';

function refused(sentence: string): OwnAnswer {
  return { status: 403, reach: 'refused', sentence };
}

async function lookUp(host: string, rules: UpstreamRules): Promise<readonly string[]> {
  try {
    return await rules.resolve(host);
  } catch {
    return [];
  }
}

/** The connected socket, or why there is none. */
function dial(address: string, port: number, client: Socket, rules: UpstreamRules): Promise<Socket | string> {
  return new Promise((settle) => {
    const socket = connect({ host: address, port, allowHalfOpen: true, noDelay: true });
    rules.adopt(socket);
    const destroy = () => socket.destroy();
    client.once('close', destroy);

    let failure = 'closed';
    const onTimeout = () => {
      failure = TIMED_OUT;
      socket.destroy();
    };
    socket.setTimeout(rules.connectTimeoutMs, onTimeout);
    socket.once('connect', () => {
      socket.setTimeout(0, onTimeout);
      settle(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      failure = error.code ?? error.message;
    });
    socket.once('close', () => {
      client.off('close', destroy);
      settle(failure);
    });
  });
}
