import { parseArgs } from 'node:util';
import { forms } from '../forms/index.ts';
import { checkForms } from '../functions/check-forms.ts';
import { withSecrets } from '../lib/config/secrets.ts';
import { examine } from '../lib/doctor/examine.ts';
import { asText, countWrong } from '../lib/doctor/finding.ts';
import { progressAfterMs } from '../lib/doctor/limits.ts';
import { registryOf } from '../lib/form/registry.ts';
import { argumentsOr } from './arguments.ts';
import { defaultRegion } from './region.ts';
import { environmentOf, STAGE_OPTIONS, STAGE_USAGE, stackIsMissing } from './stage-arguments.ts';

const USAGE = `Looks at everything that a stage needs: configuration, Redis, the queues, the hosts of the forms, Chromium and its
temporary folder. Sends nothing, takes no message, and writes nothing but what --init says.

  npx sekali doctor [--stage local] [--param name=value …] [--region REGION] [--init] [--json]

${STAGE_USAGE}
  --region  where the stage is deployed (default: as serverless.yml says)
  --init    write sekali:meta into a Redis that has none; never overwrites
  --json    for machines: {"stage", "wrong", "findings": [{"verdict", "line"}]}

Examples
  npx sekali doctor
  npx sekali doctor --stage prod
  npx serverless invoke -f doctor --stage prod                          the same from inside the deployed network
  npx serverless invoke -f doctor --stage prod --data '{"init":true}'   declares its Redis to be the ledger

Each line begins with ok, WRONG, or undetermined (it cannot be told from here).
Exit code 0: nothing is wrong. 1: something is wrong, and the line says what to do. 2: wrong usage.`;

const { environment, stage, region, init, json, noStack } = await argumentsOr(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      ...STAGE_OPTIONS,
      region: { type: 'string' },
      init: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    environment: await environmentOf(values),
    stage: values.stage,
    region: values.region ?? (await defaultRegion()),
    init: values.init,
    json: values.json,
    noStack: await stackIsMissing(values),
  };
});
// Where the stage is does not depend on who looks; and the demo's form looks for its target where a function has it.
Object.assign(process.env, { AWS_REGION: region, SEKALI_DEMO_TARGET: environment.SEKALI_DEMO_TARGET ?? '' });
const progress = setTimeout(
  () => console.error('Still looking: what does not answer is given 3 s …'),
  progressAfterMs,
);
const findings = await examine(
  {
    env: environment,
    where: 'here',
    forms,
    init,
    check: (stage) => void checkForms(registryOf(forms), stage),
    withSecrets,
  },
  (some) => {
    if (!json) for (const finding of some) console.log(asText(finding));
  },
);
clearTimeout(progress);
const wrong = countWrong(findings);
if (json) console.log(JSON.stringify({ stage, wrong, findings }, null, 2));
else if (wrong > 0 && noStack) {
  console.log('\nNo local stack is up in this clone: `npm run dev` starts one, and doctor finds it.');
}
// A look-up that hangs would keep the process for as long as the system tries.
process.exit(wrong > 0 ? 1 : 0);
