import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { variableOf } from '../lib/config/stage.ts';

interface Service {
  readonly params?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * The stage parameters of serverless.yml as the function would get them in its environment: those of the stage over the
 * defaults, and `overrides` over both. What only a deployment knows (`Ref`, other variables) is left out.
 *
 * @throws Error for a stage or a parameter that serverless.yml does not have, or a file that cannot be read
 */
export async function stageEnvironment(
  stage: string,
  overrides: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const file = join(import.meta.dirname, '..', 'serverless.yml');
  const { params = {} } = parse(await readFile(file, 'utf8')) as Service;
  const stages = Object.keys(params).filter((name) => name !== 'default');
  if (!stages.includes(stage)) {
    throw new Error(`serverless.yml has no stage "${stage}"; it has ${stages.join(', ')}`);
  }
  const known = Object.keys({ ...params.default, ...params[stage] });
  const unknown = Object.keys(overrides).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`not a stage parameter: ${unknown.join(', ')}. There are ${known.sort().join(', ')}`);
  }
  const values = { ...params.default, ...params[stage], ...overrides, stage };
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => typeof value !== 'object' && !String(value).includes('${'))
      .map(([name, value]) => [variableOf(name), String(value)]),
  );
}
