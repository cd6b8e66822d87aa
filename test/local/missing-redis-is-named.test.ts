import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { redisServer } from '../../local/redis-binary.ts';

/** The only folder on PATH, with these programs in it. */
async function onlyOnPath(t: TestContext, programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sekali-test-'));
  const before = process.env.PATH;
  process.env.PATH = folder;
  t.after(async () => {
    process.env.PATH = before;
    await rm(folder, { recursive: true, force: true });
  });
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

test('neither a server nor a way to get one: one sentence says what is missing and how to get it', async (t) => {
  await onlyOnPath(t, {});
  await assert.rejects(redisServer(), {
    message: /^A Redis server is missing: install the program redis-server .*apt-get install redis-server/,
  });
});

test('valkey-server will do', async (t) => {
  const folder = await onlyOnPath(t, { 'valkey-server': '' });
  assert.equal(await redisServer(), join(folder, 'valkey-server'));
});

test('brew installs it where there is no apt', async (t) => {
  const folder = await onlyOnPath(t, {});
  const server = join(folder, 'redis-server');
  await writeFile(join(folder, 'brew'), `#!/bin/sh\necho "$@" > ${server}; /bin/chmod +x ${server}\n`);
  await chmod(join(folder, 'brew'), 0o755);
  const said: string[] = [];
  assert.equal(await redisServer((line) => said.push(line)), server);
  assert.match(said.join(), /installing redis with brew/);
});

test('a failed installation shows what the installer said', async (t) => {
  await onlyOnPath(t, { brew: 'echo "no such formula" >&2; exit 1' });
  await assert.rejects(
    redisServer(() => {}),
    /brew failed: no such formula/,
  );
});
