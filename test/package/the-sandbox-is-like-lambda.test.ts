import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { bundleOf } from '../lambda/bundle.ts';
import { startEnvironment } from '../lambda/environment.ts';
import { bubblewrap } from './bubblewrap.ts';
import { sandboxes } from './sandbox.ts';

const available = await bubblewrap();

test('in the sandbox a function finds what it finds in Lambda, and no more', {
  skip: 'missing' in available && `skipped: ${available.missing}`,
}, async () => {
  assert.ok('path' in available);
  const folder = await mkdtemp(join(tmpdir(), 'sekali-sandbox-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const [task, opt] = [join(folder, 'task'), join(folder, 'opt')];
  await Promise.all(
    [join(task, 'functions'), join(opt, 'lib')].map((one) => mkdir(one, { recursive: true })),
  );
  const bundle = await bundleOf('test/package/probe-handler.ts');
  after(() => bundle.remove());
  await copyFile(bundle.file, join(task, 'functions', 'probe.mjs'));
  // A program that everybody has who runs this.
  await copyFile(available.path, join(opt, 'bwrap'));
  for (const [, file = ''] of String(execFileSync('ldd', [available.path])).matchAll(/=> (\/\S+)/g)) {
    await copyFile(file, join(opt, 'lib', basename(file)));
  }
  const { startRuntime } = await sandboxes(available.path, folder);
  const environment = await startEnvironment({
    handlerFile: '',
    startRuntime: (variables) => startRuntime({ task, opt }, 'probe', variables),
    variables: {},
  });
  after(() => environment.stop());

  const found = (await environment.invoke({}, 20_000)) as Record<string, unknown>;
  assert.equal(found.user, 993);
  assert.deepEqual(found.written, {
    '/here': 'EROFS',
    '/var/task/here': 'EROFS',
    '/opt/here': 'EROFS',
    '/dev/shm/here': 'EROFS',
    '/tmp/here': 'allowed',
  });
  assert.equal(found.tmpMib, 512);
  assert.match(String(found.noNewPrivileges), /PR_SET_NO_NEW_PRIVS.*Operation not permitted/);
  assert.deepEqual(found.root, ['bin', 'dev', 'etc', 'lib64', 'opt', 'proc', 'tmp', 'var']);
  for (const name of found.libraries as string[])
    assert.doesNotMatch(name, /nss|nspr|expat|glib|X11|selinux/);
  for (const name of found.variables as string[]) {
    assert.match(name, /^(AWS_|LAMBDA_|LANG$|TZ$|PATH$|LD_LIBRARY_PATH$|NODE_PATH$|PWD$)/);
  }
});
