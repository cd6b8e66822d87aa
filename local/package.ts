/** `npm run package`: what `serverless deploy` would upload, made and measured on this machine. */
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { argumentsOr } from '../cli/arguments.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { isEnding } from './lifetime.ts';
import { overLimit, readPackage, tableOf } from './packaged.ts';
import { packageService } from './packaging.ts';

const ROOT = dirname(import.meta.dirname);

const USAGE = `Packages the functions and the layer for a stage, as serverless package does, and shows how large they are. Needs no
credentials and no network. The first run also builds the layer, which takes about 15 seconds. All of it is in .serverless then,
the layer in .sekali/layer.

  npm run package -- [--stage NAME] [--param NAME=VALUE]…

  --stage   a stage of serverless.yml (default: dev)
  --param   a stage parameter in place of the one in serverless.yml

Example
  npm run package -- --stage prod --param workerMemoryMb=3072

Exit code 0: Lambda takes it. 1: a parameter is wrong, it cannot be bundled, or it is too large. 2: wrong usage.`;

const given = await argumentsOr(USAGE, () => {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string', default: 'dev' },
      param: { type: 'string', multiple: true, default: [] },
    },
  });
  return values;
});
try {
  await packageService({
    root: ROOT,
    args: ['--stage', given.stage, ...given.param.flatMap((one) => ['--param', one])],
    onLine: console.error,
  });
  const packaged = await readPackage(join(ROOT, '.serverless'), join(ROOT, '.sekali', 'layer'));
  console.log(tableOf(packaged));
  const broken = overLimit(packaged);
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exitCode = 1;
} catch (error) {
  if (!isEnding()) console.error(messageOf(error));
  process.exitCode = 1;
}
