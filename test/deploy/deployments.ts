/** Deploys, updates and removes this project's stages in an emulated AWS, and notes what does not hold. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { alarms } from './checks/alarms.ts';
import { api } from './checks/api.ts';
import { evidence } from './checks/evidence.ts';
import { functions } from './checks/functions.ts';
import { network } from './checks/network.ts';
import { queues } from './checks/queues.ts';
import { redis } from './checks/redis.ts';
import { roles } from './checks/roles.ts';
import { coverage } from './coverage.ts';
import type { Findings } from './findings.ts';
import type { Rehearsal } from './rehearsal.ts';
import { notKept } from './replacement.ts';
import { kept, outliving, RETAINED } from './retained.ts';
import { serverless, stageArguments } from './serverless.ts';
import { type Resources, Stack } from './stack.ts';
import { readParameters, readTemplate } from './template.ts';
import { OUTSIDE, VARIANTS, WITH_ALL } from './variants.ts';

const SERVICE = 'sekali';
const CREATED = VARIANTS[WITH_ALL];
/** Of an update: both are seen at the function, the timeout also at the queue. */
const CHANGED = ['workerTimeoutSeconds=180', 'workerMemoryMb=3072'];

/** Brings both stages up, changes one, and takes both down. @throws Error when serverless fails */
export async function deployments(rehearsal: Rehearsal): Promise<void> {
  const { findings, scripts, say } = rehearsal;

  say('serverless deploy --stage prod');
  const prod = await deploy(rehearsal, 'prod', CREATED);
  examine(prod, findings);

  say('serverless deploy --stage dev');
  const dev = await deploy(rehearsal, 'dev', []);
  examine(dev, findings);

  say('the same again');
  const again = await deploy(rehearsal, 'prod', [...CREATED], ['--force']);
  findings.of('again')('deploying the same again changes nothing', () =>
    assert.deepEqual(again.resources, prod.resources),
  );

  say('an update');
  const updated = await deploy(rehearsal, 'prod', [...CREATED, ...CHANGED]);
  const types = Object.values(prod.template.Resources).map(({ Type }) => Type);
  const createOnly = await scripts.createOnly([...new Set(types)]);
  const update = findings.of('update');
  update('the parameters have changed', () => {
    assert.notEqual(updated.number('workerTimeoutSeconds'), prod.number('workerTimeoutSeconds'));
    assert.notEqual(updated.number('workerMemoryMb'), prod.number('workerMemoryMb'));
  });
  queues(updated, update);
  functions(updated, update);
  update('nothing has another physical id', () => assert.deepEqual(idsOf(updated), idsOf(prod)));
  update('by the schemas of AWS nothing is replaced', () =>
    assert.deepEqual(notKept(prod.template, updated.template, createOnly), []),
  );
  update('only functions and the submission queue are touched', () =>
    assert.deepEqual(
      changed(prod.resources, updated.resources).filter((name) => !name.endsWith('LambdaFunction')),
      ['SubmissionQueue'],
    ),
  );

  say('serverless remove --stage prod');
  await removed(rehearsal, updated);
  const stillThere = await scripts.readBack(`${SERVICE}-dev`);
  findings.of('remove')('the other stage is as it was', () => assert.deepEqual(stillThere, dev.resources));

  say('serverless remove --stage dev');
  await removed(rehearsal, dev);

  say(`serverless deploy --stage prod: ${OUTSIDE}`);
  const outside = await deploy(rehearsal, 'prod', VARIANTS[OUTSIDE]);
  examine(outside, findings);
  await removed(rehearsal, outside);
}

async function deploy(
  { root, url, scripts }: Rehearsal,
  stage: string,
  parameters: readonly string[],
  options: readonly string[] = [],
): Promise<Stack> {
  const args = ['deploy', ...stageArguments(stage, parameters), ...options];
  const { code, output } = await serverless(root, url, args);
  if (code !== 0) throw new Error(`serverless ${args.join(' ')} failed:\n${output}`);
  const folder = join(root, '.serverless');
  const [template, given, resources] = await Promise.all([
    readTemplate(folder),
    readParameters(folder),
    scripts.readBack(`${SERVICE}-${stage}`),
  ]);
  return new Stack(stage, template, given, resources);
}

function examine(stack: Stack, findings: Findings): void {
  const parts = {
    coverage,
    queues,
    functions,
    roles,
    ...(stack.parameters.network === 'create' ? { network } : {}),
    ...(stack.parameters.redis === 'create' ? { redis } : {}),
    alarms,
    evidence,
    api,
  };
  for (const [name, part] of Object.entries(parts)) part(stack, findings.of(`${titleOf(stack)}: ${name}`));
}

const titleOf = ({ stage, parameters }: Stack) =>
  parameters.redis === 'create' ? stage : `${stage}, ${OUTSIDE}`;

async function removed({ root, url, scripts, findings }: Rehearsal, stack: Stack): Promise<void> {
  const { code, output } = await serverless(root, url, ['remove', '--stage', stack.stage]);
  const left = await scripts.readAgain(stack.resources);
  const there = Object.keys(left).filter((name) => left[name]?.says !== null);
  const check = findings.of('remove');
  const title = titleOf(stack);
  check(`${title}: serverless remove ends well`, () => assert.equal(code, 0, output));
  check(`${title}: what is kept on purpose remains, and nothing else`, () =>
    assert.deepEqual(there.sort(), kept(stack.template).sort()),
  );
  check(`${title}: what must be kept is, and there is a reason for all that is`, () => {
    const must = Object.keys(RETAINED).filter((name) => stack.template.Resources[name] !== undefined);
    assert.deepEqual(outliving(stack.template).sort(), must.sort());
  });
}

const idsOf = ({ resources }: Stack) =>
  Object.fromEntries(Object.entries(resources).map(([name, { id }]) => [name, id]));

function changed(before: Resources, after: Resources): string[] {
  return Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
