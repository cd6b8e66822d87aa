/** What is judged before anything is deployed: packaged templates, and parameters that must be refused. */
import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { policyFindings } from './policy.ts';
import { REFUSALS } from './refusals.ts';
import type { Rehearsal } from './rehearsal.ts';
import { serverless, stageArguments } from './serverless.ts';
import type { SilentAws } from './silent-aws.ts';
import { readTemplate, TEMPLATE_FILE } from './template.ts';
import { VARIANTS } from './variants.ts';

/** osls asks who it is before any plugin has a word. It changes nothing, and nobody waits for the answer. */
const OWN_QUESTION = 'GetCallerIdentity';

/** Packages every way to deploy; answers the templates' files, by name of the way. */
export async function variants({ root, url, findings, say }: Rehearsal): Promise<Map<string, string>> {
  const folder = join(root, 'templates');
  await mkdir(folder, { recursive: true });
  const files = new Map<string, string>();
  for (const [nth, [name, parameters]] of Object.entries(VARIANTS).entries()) {
    say(`serverless package: ${name}`);
    const { code, output } = await serverless(root, url, ['package', ...stageArguments('prod', parameters)]);
    findings.of('variants')(`${name}: can be packaged`, () => assert.equal(code, 0, output));
    if (code !== 0) continue;
    const file = join(folder, `${nth}.json`);
    await copyFile(join(root, '.serverless', TEMPLATE_FILE), file);
    files.set(name, file);
    const template = await readTemplate(join(root, '.serverless'));
    findings.of('policy')(`${name}: grants no more than it needs`, () =>
      assert.deepEqual(policyFindings(template), []),
    );
  }
  return files;
}

/** Has cfn-lint judge the templates. Answers its warnings. */
export async function linted(
  { scripts, findings, say }: Rehearsal,
  files: ReadonlyMap<string, string>,
): Promise<string[]> {
  say('cfn-lint');
  const found = await scripts.lint([...files.values()]);
  for (const [name, file] of files) {
    const errors = found.filter((one) => one.file === file && one.level === 'Error');
    findings.of('cfn-lint')(`${name}: no error`, () =>
      assert.deepEqual(
        errors.map(({ text }) => text),
        [],
      ),
    );
  }
  return [...new Set(found.filter(({ level }) => level !== 'Error').map(({ text }) => text))];
}

/** Wrong parameters, each in a deployment that must ask AWS nothing. */
export async function refusals({ root, findings, say }: Rehearsal, aws: SilentAws): Promise<void> {
  const check = findings.of('refused');
  for (const { what, args, names } of REFUSALS) {
    say(`refused: ${what}`);
    const asked = aws.requests.length;
    const { code, output } = await serverless(root, aws.url, ['deploy', ...args]);
    check(what, () => {
      assert.notEqual(code, 0, 'it was accepted');
      const requests = aws.requests.slice(asked).filter((one) => !one.endsWith(OWN_QUESTION));
      assert.deepEqual(requests, [], 'AWS was asked');
      for (const name of names) assert.match(output, name);
    });
  }
}
