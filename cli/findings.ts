import { DEFAULTS } from '../lib/config/defaults.ts';
import { readLedgerStage } from '../lib/config/stage.ts';
import { Connection } from '../lib/ledger/connection.ts';
import { initMeta, type Meta, metaText, readMeta } from '../lib/ledger/meta.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { pepperFingerprint } from '../lib/submission/key.ts';

/** One line for people: how it is, and what to do where it is not well. */
export interface Finding {
  /** `undetermined`: the server does not tell, so a person must look. */
  readonly verdict: 'ok' | 'WRONG' | 'undetermined';
  readonly line: string;
}

/**
 * Looks at the ledger of a stage whose parameters are in `environment`. Writes nothing but `sekali:meta`, with `init` and
 * where there is none. Never throws: what fails is a finding.
 */
export async function findingsOf(
  environment: Readonly<Record<string, string>>,
  { init }: { readonly init: boolean },
): Promise<Finding[]> {
  let connection: Connection | undefined;
  let host = '';
  try {
    const { redisUrl, pepper, ledgerEpoch, waitReplicas } = readLedgerStage(environment);
    ({ host } = new URL(redisUrl));
    connection = new Connection({
      url: redisUrl,
      connectTimeoutMs: DEFAULTS.redisConnectTimeoutMs,
      commandTimeoutMs: DEFAULTS.redisCommandTimeoutMs,
    });
    await connection.command((redis) => redis.ping());
    const meta = { epoch: ledgerEpoch, pepperFingerprint: pepperFingerprint(pepper) };
    return [
      ok(`Redis answers at ${host}`),
      await metaFinding(connection, meta, init),
      evictionFinding(await told(connection, 'memory', 'maxmemory_policy')),
      ...((await told(connection, 'cluster', 'cluster_enabled')) === '1' ? [CLUSTER] : []),
      ...(waitReplicas > 0
        ? [replicasFinding(waitReplicas, await told(connection, 'replication', 'connected_slaves'))]
        : []),
    ];
  } catch (thrown) {
    return [wrong(plain(messageOf(thrown), host))];
  } finally {
    connection?.close();
  }
}

const ok = (line: string): Finding => ({ verdict: 'ok', line });
const wrong = (line: string): Finding => ({ verdict: 'WRONG', line });
const undetermined = (line: string): Finding => ({ verdict: 'undetermined', line });

const CLUSTER = wrong(
  'Redis is in cluster mode, which the ledger cannot use: take one without (cluster mode disabled)',
);

async function metaFinding(connection: Connection, meta: Meta, init: boolean): Promise<Finding> {
  if (init && (await initMeta(connection, meta)) === 'written') {
    return ok(`sekali:meta written: this Redis is the ledger, epoch ${meta.epoch}`);
  }
  const found = await readMeta(connection);
  if (found === metaText(meta)) return ok(`this Redis is the ledger, epoch ${meta.epoch}`);
  if (found === null) {
    return wrong(
      'sekali:meta is missing: this Redis is not the ledger, or was emptied. Where nothing was ever sent, run doctor ' +
        'with --init. Where something was, first pause the forms and restore the old Redis: an emptied one has ' +
        'forgotten what was sent',
    );
  }
  const [epoch] = found.split(':');
  const differs = epoch === String(meta.epoch) ? 'another pepper' : `epoch ${epoch}, not ${meta.epoch}`;
  return wrong(
    `this Redis is the ledger of something else: ${differs}. Check redisUrl, ledgerEpoch and pepper`,
  );
}

function evictionFinding(policy: string | undefined): Finding {
  if (policy === undefined) {
    return undetermined('the server does not tell its maxmemory-policy: make sure that it is noeviction');
  }
  if (policy === 'noeviction') return ok('Redis evicts nothing (maxmemory-policy noeviction)');
  return wrong(
    `maxmemory-policy is ${policy}: a full Redis would forget what was sent. Set it to noeviction, and make sure that ` +
      'nothing was evicted so far',
  );
}

function replicasFinding(waitReplicas: number, connected: string | undefined): Finding {
  if (connected === undefined) {
    return undetermined(
      `the server does not tell how many replicas it has: waitReplicas ${waitReplicas} needs as many`,
    );
  }
  if (Number(connected) >= waitReplicas) return ok(`replicas: ${connected}, waitReplicas ${waitReplicas}`);
  return wrong(
    `replicas: ${connected}, but waitReplicas is ${waitReplicas}: no write would be confirmed and nothing submitted. ` +
      'Add replicas, or lower waitReplicas',
  );
}

/** A field of Redis' INFO, or undefined where the server does not tell: managed ones leave out fields, or refuse. */
async function told(connection: Connection, section: string, field: string): Promise<string | undefined> {
  const info = await connection.command((redis) => redis.info(section)).catch(() => '');
  return info
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${field}:`))
    ?.slice(field.length + 1);
}

/** What the client library and Redis say when it is no Redis, or when it keeps its door shut. */
function plain(message: string, host: string): string {
  if (message.includes('NOAUTH')) {
    return `the Redis at ${host} wants a password: put it into redisUrl, as in redis://:PASSWORD@host:port`;
  }
  if (message.includes('WRONGPASS')) return `the Redis at ${host} refuses the password in redisUrl`;
  if (/Unknown RESP type|Protocol error/.test(message)) return `what answers at ${host} is not Redis`;
  if (message.endsWith('no answer')) {
    return `no answer from ${host}: it is not Redis, or only one side uses TLS (rediss:// instead of redis://)`;
  }
  return message;
}
