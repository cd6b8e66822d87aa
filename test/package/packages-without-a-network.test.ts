import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildLayer } from '../../layers/chromium/build.ts';
import { readPackage } from '../../local/packaged.ts';
import { zipEntries } from '../../local/zip.ts';
import { bubblewrap } from './bubblewrap.ts';
import { copyProject, LAYER_FOLDER, type ProjectCopy } from './project-copy.ts';

const TIMEOUT_MS = 60_000;
const PLAYWRIGHT = [
  ...['LICENSE', 'NOTICE', 'browsers.json', 'index.js', 'index.mjs'],
  ...['lib/bootstrap.js', 'lib/coreBundle.js', 'lib/utilsBundle.js', 'package.json'],
].map((name) => `node_modules/playwright-core/${name}`);

const WITH_BROWSER = ['worker', 'doctor'];
const SERVERLESS = fileURLToPath(import.meta.resolve('serverless/bin/serverless.js'));

const available = await bubblewrap();

describe('with no network and no credentials', {
  skip: 'missing' in available && `skipped: ${available.missing}`,
}, () => {
  let copy: ProjectCopy;
  before(async () => {
    await buildLayer();
    copy = await copyProject();
  });
  after(() => copy?.remove());

  /** Runs a script with nothing but a loopback interface, and no variable but these. */
  function run(...script: readonly string[]) {
    return runCommand(process.execPath, ...script);
  }

  function runCommand(...program: readonly string[]) {
    assert.ok('path' in available);
    const alone = ['--dev-bind', '/', '/', '--unshare-net', '--die-with-parent', '--'];
    const command = [...alone, ...program];
    const options = { cwd: copy.root, env: { HOME: copy.root, PATH: process.env.PATH }, timeout: TIMEOUT_MS };
    return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(available.path, command, options, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : (error.code ?? error.signal), stdout, stderr });
      });
    });
  }

  const zips = new Map<string, string[]>();
  async function keepZips() {
    const packaged = await readPackage(copy.packaged, LAYER_FOLDER);
    for (const { name, file } of packaged.functions) {
      zips.set(name, [...(zips.get(name) ?? []), (await readFile(file)).toString('base64')]);
    }
    return packaged;
  }

  for (const stage of ['dev', 'prod']) {
    test(`npm run package packages the stage ${stage}, and shows what it weighs`, async () => {
      const { code, stdout, stderr } = await run('local/package.ts', '--stage', stage);
      assert.equal(code, 0, stderr);
      const { functions, layers } = await keepZips();
      for (const { name } of [...functions, ...layers]) assert.match(stdout, new RegExp(`${name} .*\\d`));
      for (const one of functions) {
        const its = one.layers.map(({ name }) => name);
        assert.deepEqual(its, WITH_BROWSER.includes(one.name) ? ['chromium-layer'] : [], one.name);
      }
      assert.equal(layers.length, 1);
      assert.deepEqual(await readdir(join(copy.root, '.sekali')), ['layer'], 'no build is left');
    });
  }

  test('serverless package packages the stage local, beside another build and what a killed one left', async () => {
    const other = join(copy.root, '.esbuild/.build/functions/other.mjs');
    await mkdir(dirname(other), { recursive: true });
    await writeFile(other, 'a build that is in use');
    const { code, stderr } = await run(SERVERLESS, 'package', '--stage', 'local');
    assert.equal(code, 0, stderr);
    await keepZips();
    assert.equal(await readFile(other, 'utf8'), 'a build that is in use');
  });

  test('the same sources make the same zips, to the byte', () => {
    for (const name of WITH_BROWSER) assert.equal(zips.get(name)?.length, 3);
    for (const [name, made] of zips) assert.equal(new Set(made).size, 1, name);
  });

  test('a zip holds its function, of Playwright what drives a browser, and nothing that Lambda or the layer has', async () => {
    const { functions } = await readPackage(copy.packaged, LAYER_FOLDER);
    for (const { name, file } of functions) {
      const others = WITH_BROWSER.includes(name) ? PLAYWRIGHT : [];
      const entries = await zipEntries(file);
      const bundle = `functions/${name}.mjs`;
      assert.deepEqual(entries.map((one) => one.name).sort(), [bundle, ...others]);
      // esbuild names every file that it takes in.
      const text = String(entries.find((one) => one.name === bundle)?.content());
      assert.match(text, /^\/\/ lib\/submission\//m);
      assert.doesNotMatch(text, /^\/\/ .*node_modules\/(@aws-sdk|@smithy|@sparticuz|playwright-core)\//m);
    }
  });

  test('a package that Lambda could not read is refused, with what to do', async () => {
    const script = 'umask 077; exec "$0" local/package.ts --stage dev';
    const { code, stderr } = await runCommand('/bin/sh', '-c', script, process.execPath);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /functions\/\w+\.mjs of the function "\w+" can be read by its owner only.*umask 022/,
    );
  });

  test('a source that cannot be bundled is named, and the command ends', async () => {
    await appendFile(join(copy.root, 'functions/sweep.ts'), "import './nowhere.ts';\n");
    const { code, stderr } = await run('local/package.ts', '--stage', 'dev');
    assert.equal(code, 1);
    assert.match(stderr, /functions\/sweep\.ts:\d+:\d+: ERROR: Could not resolve "\.\/nowhere\.ts"/);
  });
});
