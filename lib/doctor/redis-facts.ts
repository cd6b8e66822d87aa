import { type Finding, ok, undetermined, wrong } from './finding.ts';
import { fullShare } from './limits.ts';
import { SERVERLESS } from './redis-texts.ts';

/** Fields of Redis' INFO by name. Managed servers leave some out, or refuse the command; then there are none. */
export type Facts = ReadonlyMap<string, string>;

export function factsOf(info: string): Facts {
  return new Map(
    info
      .split(/\r?\n/)
      .filter((line) => !line.startsWith('#') && line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
}

const isCluster = (facts: Facts) =>
  facts.get('cluster_enabled') === '1' || facts.get('redis_mode') === 'cluster';
const isReplica = (facts: Facts) => facts.get('role') === 'slave';

/** Whether nothing may be written to it, and what stands there does not count. */
export const isNoLedger = (facts: Facts): boolean => isCluster(facts) || isReplica(facts);

/** What can be told of a Redis by its INFO alone. */
export function factFindings(facts: Facts, waitReplicas: number): Finding[] {
  if (isCluster(facts) && facts.get('maxmemory_policy') === 'volatile-lru') {
    return [wrong(`this Redis is set up as ${SERVERLESS}`)];
  }
  return [
    role(facts),
    ...(isCluster(facts) ? [CLUSTER] : []),
    policy(facts.get('maxmemory_policy')),
    evictions(facts.get('evicted_keys')),
    memory(facts),
    ...(waitReplicas > 0 && !isReplica(facts) ? [replicas(waitReplicas, facts.get('connected_slaves'))] : []),
  ];
}

const CLUSTER = wrong(
  'Redis is in cluster mode, which the ledger cannot use: take one without (cluster mode disabled)',
);

function role(facts: Facts): Finding {
  switch (facts.get('role')) {
    case 'master':
      return ok('it is the primary, which takes writes');
    case 'slave':
      return wrong(
        'it is a replica, which takes no writes: use the address of the primary, not the reader’s',
      );
    default:
      return undetermined(
        'the server does not tell whether it is the primary: make sure that it is no reader endpoint',
      );
  }
}

function policy(found: string | undefined): Finding {
  if (found === undefined) {
    return undetermined('the server does not tell its maxmemory-policy: make sure that it is noeviction');
  }
  if (found === 'noeviction') return ok('Redis evicts nothing (maxmemory-policy noeviction)');
  return wrong(
    `maxmemory-policy is ${found}: a full Redis would forget what was sent. Set it to noeviction, and make sure that ` +
      'nothing was evicted so far',
  );
}

function evictions(found: string | undefined): Finding {
  if (found === undefined) return undetermined('the server does not tell how many keys it has evicted');
  if (found === '0') return ok('no key was evicted since it started');
  return wrong(
    `${found} keys were evicted since it started: what was sent may be forgotten, and be sent again. Pause the forms ` +
      '(npx sekali pause FORM), set noeviction, and restore the records from a snapshot or check the targets',
  );
}

function memory(facts: Facts): Finding {
  const [used, most] = [facts.get('used_memory'), facts.get('maxmemory')].map(Number);
  if (used === undefined || most === undefined || Number.isNaN(used + most)) {
    return undetermined('the server does not tell how full it is');
  }
  if (most === 0) return ok(`memory: ${megabytes(used)} MB used, no limit set`);
  const share = `memory: ${Math.round((100 * used) / most)} % of ${megabytes(most)} MB used`;
  if (used < fullShare * most) return ok(share);
  return wrong(
    `${share}: a full Redis takes no submissions. Take a larger node, or shorten ledgerRetentionDays`,
  );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

function replicas(waitReplicas: number, connected: string | undefined): Finding {
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
