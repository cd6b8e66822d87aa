import { parseArgs } from 'node:util';
import { argumentsOr } from './arguments.ts';
import { findingsOf } from './findings.ts';
import { environmentOf, STAGE_OPTIONS, STAGE_USAGE } from './stage-arguments.ts';

const USAGE = `Checks that a stage has its ledger, and declares a new Redis to be it.

  npm run doctor -- [--stage local] [--param name=value …] [--init]

${STAGE_USAGE}
  --init    write sekali:meta into a Redis that has none; never overwrites

Examples
  npm run doctor -- --param redisUrl=redis://127.0.0.1:6379
  npm run doctor -- --stage prod --param redisUrl=rediss://:TOKEN@host:6379 --init

Exit code 0: nothing is wrong. 1: something is wrong, and the line says what to do. 2: wrong usage.`;

const { environment, init, isDefaultLocal } = await argumentsOr(USAGE, async () => {
  const { values } = parseArgs({ options: { ...STAGE_OPTIONS, init: { type: 'boolean', default: false } } });
  return {
    environment: await environmentOf(values),
    init: values.init,
    isDefaultLocal: values.stage === 'local' && !values.param.some((text) => text.startsWith('redisUrl=')),
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
