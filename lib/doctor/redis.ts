import { isIP } from 'node:net';
import { type LedgerStage, readLedgerStage } from '../config/stage.ts';
import { isPublicAddress } from '../egress/address.ts';
import { Connection } from '../ledger/connection.ts';
import { messageOf } from '../submission/errors.ts';
import { askInside, type Examiner, isElsewhere, limitsOf, placeOfAddress } from './examiner.ts';
import { type Finding, ok, type Probed, undetermined, wrong } from './finding.ts';
import { examineMeta } from './meta.ts';
import { type Reach, reach, TIMED_OUT } from './reach.ts';
import { factFindings, factsOf, isNoLedger } from './redis-facts.ts';
import { SERVERLESS } from './redis-texts.ts';

/** `<name>.serverless.<region>.cache.amazonaws.com`, and `.cn` after it in China. */
const SERVERLESS_HOST = /\.serverless\.[a-z0-9-]+\.cache\.amazonaws\.com(\.cn)?$/i;

/** Looks at Redis. Writes nothing but `sekali:meta`, with `init` and where there is none. */
export async function examineRedis(examiner: Examiner, signal: AbortSignal): Promise<Probed> {
  if (!examiner.env.SEKALI_REDIS_URL?.trim()) {
    return {
      findings: [
        isElsewhere(examiner)
          ? undetermined(`Redis: only reachable from inside the network: ${askInside(examiner)}`)
          : undetermined('Redis is not looked at: its address is not known'),
      ],
    };
  }
  let stage: LedgerStage;
  try {
    stage = readLedgerStage(examiner.env);
  } catch {
    return { findings: [undetermined('Redis is not looked at: its stage parameters are wrong, see above')] };
  }
  const url = new URL(stage.redisUrl);
  if (SERVERLESS_HOST.test(url.hostname)) return { findings: [wrong(`${url.host} is ${SERVERLESS}`)] };
  const tls = url.protocol === 'rediss:';
  if (!tls && stage.stage !== 'local') {
    return {
      findings: [
        wrong(`Redis at ${url.host} is not reached over TLS: its address must begin with rediss://`),
      ],
    };
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { lookUp } = examiner;
  const { reachTimeoutMs: timeoutMs } = limitsOf(examiner);
  const reached = await reach({ host, port: Number(url.port || '6379'), tls }, { lookUp, timeoutMs });
  if (reached.step !== 'reached') return unreached(examiner, url.host, reached);
  const findings = await ask(examiner, stage, url.host, signal);
  return { findings, connected: true };
}

async function ask(
  examiner: Examiner,
  stage: LedgerStage,
  host: string,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { redisTimeoutMs } = limitsOf(examiner);
  const connection = new Connection({
    url: stage.redisUrl,
    connectTimeoutMs: redisTimeoutMs,
    commandTimeoutMs: redisTimeoutMs,
  });
  signal.addEventListener('abort', () => connection.close());
  try {
    await connection.command((redis) => redis.ping());
    const facts = factsOf(await connection.command((redis) => redis.info()).catch(() => ''));
    return [
      ok(`Redis answers at ${host}${stage.redisUrl.startsWith('rediss:') ? ', over TLS' : ''}`),
      ...(isNoLedger(facts) ? [] : [await examineMeta(examiner, stage, connection)]),
      ...factFindings(facts, stage.waitReplicas),
    ];
  } catch (thrown) {
    return [wrong(plain(messageOf(thrown), host, placeOfAddress(examiner)))];
  } finally {
    connection.close();
  }
}

/** No route, or a door that does not answer; a refusal comes from a host that was reached. */
const isNoRoute = (code: string) => [TIMED_OUT, 'EHOSTUNREACH', 'ENETUNREACH'].includes(code);

function unreached(examiner: Examiner, host: string, at: Exclude<Reach, { step: 'reached' }>): Probed {
  if (at.step === 'tls') return { findings: [wrong(tlsFault(host, at.code))], connected: true };
  const code = at.step === 'refused' ? at.step : at.code;
  const connected = at.step === 'connect' && isNoRoute(code) ? { connected: false } : {};
  const isInNetwork = at.step === 'dns' || (at.step === 'connect' && !at.addresses.every(isPublicAddress));
  if (isElsewhere(examiner) && isInNetwork) {
    return {
      findings: [
        undetermined(`Redis at ${host}: only reachable from inside the network: ${askInside(examiner)}`),
      ],
    };
  }
  if (at.step === 'dns') {
    return {
      findings: [
        wrong(`the name of Redis, ${host}, does not resolve (${code}): check ${placeOfAddress(examiner)}`),
      ],
    };
  }
  const remedy = isNoRoute(code)
    ? 'its security group must let the functions in, and both must be in one network (or its address a public one)'
    : `nothing listens there: check host and port in ${placeOfAddress(examiner)}, and whether it runs`;
  return { findings: [wrong(`Redis at ${host} cannot be reached (${code}): ${remedy}`)], ...connected };
}

function tlsFault(host: string, code: string): string {
  if (/CERT|VERIFY|SELF_SIGNED|ISSUER/.test(code) && !code.startsWith('ERR_SSL')) {
    const name = isIP(host.replace(/:\d+$/, ''))
      ? 'give its name, not its address'
      : 'give the name it is made for';
    return `the certificate of the Redis at ${host} is not to be trusted (${code}): ${name}`;
  }
  return `the Redis at ${host} does not speak TLS (${code}): switch on its encryption in transit, or take another`;
}

/** What the client library and Redis say when it is no Redis, or when it keeps its door shut. */
function plain(message: string, host: string, place: string): string {
  if (message.includes('NOAUTH')) {
    return `the Redis at ${host} wants a password: put it into ${place}, as in redis://:PASSWORD@host:port`;
  }
  if (message.includes('WRONGPASS')) return `the Redis at ${host} refuses the password in ${place}`;
  if (/Unknown RESP type|Protocol error/.test(message)) return `what answers at ${host} is not Redis`;
  if (message.includes('timed out')) {
    return `the Redis at ${host} takes commands and does not answer them: is it overloaded, or still loading?`;
  }
  if (message.endsWith('no answer')) {
    return `no answer from ${host}: it is not Redis, or only one side uses TLS (rediss:// instead of redis://)`;
  }
  return message;
}
