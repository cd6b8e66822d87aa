/** `npm run test:deploy`: the whole deployment, rehearsed. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { argumentsOr } from '../../cli/arguments.ts';
import { progressLine } from '../../cli/progress-line.ts';
import { buildLayer } from '../../layers/chromium/build.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import { isEnding } from '../../local/lifetime.ts';
import { copyProject } from '../package/project-copy.ts';
import { deployments } from './deployments.ts';
import { startEmulator } from './emulator.ts';
import { Findings } from './findings.ts';
import { linted, refusals, variants } from './packages.ts';
import { Missing, readyPython } from './python.ts';
import { figuresOf, reportOf } from './report.ts';
import { Scripts } from './scripts.ts';
import { startSilentAws } from './silent-aws.ts';

const USAGE = `Rehearses the deployment: serverless deploy, an update and serverless remove, of this very serverless.yml, in an AWS
that is emulated on this machine (moto). Reads every resource back, has cfn-lint and a policy check judge the templates,
and sees that wrong parameters are refused. Needs Python 3.11 or newer, and says so where there is none.

  npm run test:deploy -- [--json FILE]

  --json FILE   write all findings to FILE, as JSON

Example
  npm run test:deploy -- --json findings.json

Exit code 0: everything holds, or there is no Python for it. 1: something does not. 2: wrong usage.`;

const { json } = await argumentsOr(USAGE, async () => {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  // At once: a name that cannot be written should not cost a whole run.
  if (values.json !== undefined) await writeFile(values.json, '');
  return values;
});

const started = performance.now();
const progress = progressLine();
const say = progress.show;
const findings = new Findings();
try {
  const python = await readyPython(say);
  say('the layer');
  await buildLayer();
  const project = await copyProject();
  const silent = await startSilentAws();
  const emulator = await startEmulator(python);
  const rehearsal = {
    root: project.root,
    url: emulator.url,
    scripts: new Scripts(python, emulator.url),
    findings,
    say,
  };
  let warnings: string[] = [];
  try {
    await toItsEnd('refused', () => refusals(rehearsal, silent));
    await toItsEnd('cfn-lint', async () => {
      warnings = await linted(rehearsal, await variants(rehearsal));
    });
    await toItsEnd('deployments', () => deployments(rehearsal));
  } finally {
    silent.stop();
    await Promise.all([emulator.stop(), project.remove()]);
  }
  progress.end();
  const figures = figuresOf(findings, warnings, (performance.now() - started) / 1_000);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(reportOf(figures));
  if (figures.failed > 0) process.exitCode = 1;
} catch (error) {
  progress.end();
  if (error instanceof Missing) console.log(`skipped: ${error.message}`);
  else {
    if (!isEnding()) console.error(messageOf(error));
    process.exitCode = 1;
  }
}

/** What breaks off one part is one finding more, and the others still have their say. */
async function toItsEnd(area: string, part: () => Promise<void>): Promise<void> {
  const error = await part().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (isEnding()) throw error;
  findings.of(area)('comes to its end', () => {
    if (error !== undefined) throw error;
  });
}
