import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import StageCheck from '../../infra/plugins/check.ts';

const { params } = parse(await readFile(join(import.meta.dirname, '../../serverless.yml'), 'utf8')) as {
  params: Record<string, Record<string, unknown>>;
};

interface Call {
  readonly command?: string;
  readonly stage?: string;
  readonly provided?: string;
  readonly param?: readonly string[];
}

/** The check as osls runs it: before the first step of `serverless <command> --stage <stage>`. */
async function check({ command = 'print', stage, provided = 'dev', param = [] }: Call): Promise<void> {
  const parameters = { ...params.default, ...params[stage ?? provided] };
  const service = { provider: { stage: provided, region: 'eu-west-1' }, custom: { parameters } };
  const serverless = {
    configurationInput: { params },
    processedInput: { commands: [command] },
    service,
    classes: { Error },
  };
  await new StageCheck(serverless, { ...(stage && { stage }), param }).hooks.initialize?.();
}

test('a stage is one of those under params', async () => {
  await check({ stage: 'prod' });
  for (const stage of ['Prod', 'default', 'constructor', '__proto__']) {
    await assert.rejects(check({ stage }), /has no stage ".*it has local, dev, prod/, stage);
  }
});

test('without --stage it is the one that serverless.yml says', async () => {
  await check({});
  await assert.rejects(check({ provided: 'staging' }), /has no stage "staging"/);
});

test('this machine’s stage is not deployed', async () => {
  await assert.rejects(check({ command: 'deploy', provided: 'local' }), /"local" is this machine/);
  await check({ command: 'deploy', stage: 'prod', provided: 'local' });
});

test('a parameter that does not exist is refused, though osls would ignore it', async () => {
  await assert.rejects(check({ stage: 'prod', param: ['batchSiz=3'] }), /batchSiz is not a stage parameter/);
  await assert.rejects(
    check({ stage: 'prod', param: ['__proto__=3'] }),
    /__proto__ is not a stage parameter/,
  );
});

test('what no stack can have is refused', async () => {
  params['p'.repeat(49)] = {};
  await assert.rejects(check({ stage: 'p'.repeat(49) }), /49 characters/);
});
