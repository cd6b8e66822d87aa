import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The region that `serverless deploy` takes where none is given: what serverless.yml says, not what AWS' own files do. */
export async function defaultRegion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '..', 'serverless.yml'), 'utf8');
  const { provider } = parse(text) as { readonly provider?: { readonly region?: string } };
  const region = /^(?:\$\{opt:region, *')?([a-z]{2}(?:-[a-z]+)+-\d)(?:'\})?$/.exec(
    provider?.region ?? '',
  )?.[1];
  if (region === undefined)
    throw new Error('serverless.yml does not say its region plainly: give it with --region');
  return region;
}
