import { parseArgs } from 'node:util';
import { argumentsOr } from './arguments.ts';
import { findingsOf } from './findings.ts';
import { stageEnvironment } from './stage-parameters.ts';

const USAGE = `Checks that a stage has its ledger, and declares a new Redis to be it.

  npm run doctor -- [--stage local] [--param name=value …] [--init]

  --stage   a stage of serverless.yml (default: local)
  --param   a stage parameter in place of the one in serverless.yml, as for serverless deploy
  --init    write sekali:meta into a Redis that has none; never overwrites

Examples
  npm run doctor -- --param redisUrl=redis://127.0.0.1:6379
  npm run doctor -- --stage prod --param redisUrl=rediss://:TOKEN@host:6379 --init

Exit code 0: nothing is wrong. 1: something is wrong, and the line says what to do. 2: wrong usage.`;

const { environment, init, isDefaultLocal } = await argumentsOr(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string', default: 'local' },
      param: { type: 'string', multiple: true, default: [] },
      init: { type: 'boolean', default: false },
    },
  });
  const params = Object.fromEntries(values.param.map(nameAndValue));
  return {
    // Refuses misspelt parameters: `--param redisurl=… --init` must not write into the default Redis.
    environment: await stageEnvironment(values.stage, params),
    init: values.init,
    isDefaultLocal: values.stage === 'local' && params.redisUrl === undefined,
  };
});
const findings = await findingsOf(environment, { init });
for (const { verdict, line } of findings) console.log(`${verdict.padEnd(12)}  ${line}`);
if (findings.some(({ verdict }) => verdict === 'WRONG')) {
  process.exitCode = 1;
  if (isDefaultLocal) {
    console.log('\nThe stack of `npm run dev` has a Redis of its own: it prints the doctor command for it.');
  }
}

function nameAndValue(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`--param ${text}: write --param name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}
