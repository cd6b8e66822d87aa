import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** A script that starts a child which starts a grandchild; prints the pids of both, then does `andThen`. */
const script = (andThen: string) => `
  import { startChild } from ${JSON.stringify(new URL('../../local/children.ts', import.meta.url).href)};
  const child = await startChild('sh', ['-c', 'sleep 600 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.process.stdout.once('data', async (chunk) => {
    console.log(child.pid, String(chunk).trim());
    ${andThen}
  });
`;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function started(andThen: string, prefix: readonly string[] = []) {
  const node = [process.execPath, '--input-type=module-typescript', '-e', script(andThen)];
  const [command = '', ...args] = [...prefix, ...node];
  const parent = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const exit = once(parent, 'exit');
  return { parent, pids: String(line).split(' ').map(Number), exit };
}

async function assertGone(pids: readonly number[]): Promise<void> {
  assert.equal(pids.length, 2);
  const deadline = performance.now() + 5000;
  while (pids.some(isAlive) && performance.now() < deadline) await sleep(20);
  assert.deepEqual(pids.filter(isAlive), []);
}

test('stopping a child stops what it started', async () => {
  const { pids, exit } = await started('await child.stop();');
  await exit;
  await assertGone(pids);
});

test('a process that exits takes them along', async () => {
  const { pids, exit } = await started('process.exit(3);');
  assert.deepEqual((await exit)[0], 3);
  await assertGone(pids);
});

for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`a process that gets ${signal} takes them along and says so in its exit code`, async () => {
    const { parent, pids, exit } = await started('');
    assert.deepEqual(pids.map(isAlive), [true, true]);
    parent.kill(signal);
    assert.equal((await exit)[0], exitCode);
    await assertGone(pids);
  });
}

test('a process whose own parent was killed hard ends, and takes them along', async () => {
  // The shell stands for npm; the second command keeps it from handing its place to Node.
  const { parent, pids, exit } = await started('', ['sh', '-c', '"$0" "$@"; true']);
  parent.kill('SIGKILL');
  await exit;
  await assertGone(pids);
});
