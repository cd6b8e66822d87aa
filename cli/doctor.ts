import { parseArgs } from 'node:util';
import { DEFAULTS } from '../lib/config/defaults.ts';
import { readLedgerStage } from '../lib/config/stage.ts';
import { Connection } from '../lib/ledger/connection.ts';
import { initMeta, type Meta, metaText, readMeta } from '../lib/ledger/meta.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { pepperFingerprint } from '../lib/submission/key.ts';
import { stageEnvironment } from './stage-parameters.ts';

const HELP = `Checks that a stage has its ledger, and declares a new Redis to be it.

  npm run doctor -- [--stage local] [--param name=value …] [--init]

  --stage   a stage of serverless.yml (default: local)
  --param   a stage parameter in place of the one in serverless.yml, as for serverless deploy
  --init    write sekali:meta into a Redis that has none; never overwrites

Examples
  npm run doctor -- --param redisUrl=redis://127.0.0.1:6379
  npm run doctor -- --stage prod --param redisUrl=rediss://:TOKEN@host:6379 --init

Exit code 0: all is well. 1: something is wrong, and the line says what to do. 2: wrong usage.`;

/** One line for people: how it is, and what to do where it is not well. */
interface Finding {
  readonly ok: boolean;
  readonly line: string;
}

const { stage, params, init } = readArguments();
const findings = await examine();
for (const { ok, line } of findings) console.log(`${ok ? 'ok   ' : 'WRONG'}  ${line}`);
process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;

async function examine(): Promise<Finding[]> {
  let connection: Connection | undefined;
  try {
    const { redisUrl, pepper, ledgerEpoch } = readLedgerStage(await stageEnvironment(stage, params));
    connection = new Connection({
      url: redisUrl,
      connectTimeoutMs: DEFAULTS.redisConnectTimeoutMs,
      commandTimeoutMs: DEFAULTS.redisCommandTimeoutMs,
    });
    const { host } = new URL(redisUrl);
    await connection.command((redis) => redis.ping());
    const meta = { epoch: ledgerEpoch, pepperFingerprint: pepperFingerprint(pepper) };
    return [{ ok: true, line: `Redis answers at ${host}` }, await examineMeta(connection, meta)];
  } catch (thrown) {
    return [{ ok: false, line: messageOf(thrown) }];
  } finally {
    connection?.close();
  }
}

async function examineMeta(connection: Connection, meta: Meta): Promise<Finding> {
  if (init && (await initMeta(connection, meta)) === 'written') {
    return { ok: true, line: `sekali:meta written: this Redis is the ledger, epoch ${meta.epoch}` };
  }
  const found = await readMeta(connection);
  if (found === metaText(meta)) return { ok: true, line: `this Redis is the ledger, epoch ${meta.epoch}` };
  if (found === null) {
    return {
      ok: false,
      line:
        'sekali:meta is missing: this Redis is not the ledger, or was emptied. Where nothing was ever sent, run doctor ' +
        'with --init. Where something was, first pause the forms and restore the old Redis: an emptied one has ' +
        'forgotten what was sent',
    };
  }
  const [epoch] = found.split(':');
  const differs = epoch === String(meta.epoch) ? 'another pepper' : `epoch ${epoch}, not ${meta.epoch}`;
  return {
    ok: false,
    line: `this Redis is the ledger of something else: ${differs}. Check redisUrl, ledgerEpoch and pepper`,
  };
}

function readArguments(): { stage: string; params: Record<string, string>; init: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        stage: { type: 'string', default: 'local' },
        param: { type: 'string', multiple: true, default: [] },
        init: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    const params = values.param.map((text): [string, string] => {
      const at = text.indexOf('=');
      if (at < 1) throw new Error(`--param ${text}: write --param name=value`);
      return [text.slice(0, at), text.slice(at + 1)];
    });
    return { stage: values.stage, params: Object.fromEntries(params), init: values.init };
  } catch (thrown) {
    console.error(`${messageOf(thrown)}\n\n${HELP}`);
    process.exit(2);
  }
}
