import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bundle, bundleOf } from './bundle.ts';
import { InvocationFailed } from './environment.ts';
import { type LambdaFunction, startFunction } from './function.ts';

let bundle: Bundle;
before(async () => {
  bundle = await bundleOf('test/lambda/probe-handler.ts');
});
after(() => bundle.remove());

function start(options: { timeoutMs?: number } = {}): LambdaFunction {
  const host = startFunction({
    handlerFile: bundle.file,
    timeoutMs: options.timeoutMs ?? 10_000,
    surroundings: async () => ({ variables: {} }),
  });
  after(() => host.stop());
  return host;
}

const count = (host: LambdaFunction) =>
  host.invoke({ do: 'count' }) as Promise<{ invocations: number; pid: number }>;

test('an environment is reused while it lives, and two invocations at once get two', async () => {
  const host = start();
  const first = await count(host);
  assert.equal(first.invocations, 1);
  assert.deepEqual(await count(host), { invocations: 2, pid: first.pid });
  const [one, other] = await Promise.all([count(host), count(host)]);
  assert.notEqual(one.pid, other.pid);
});

test('the handler is told the time that is left', async () => {
  const left = (await start({ timeoutMs: 5_000 }).invoke({ do: 'remaining' })) as number;
  assert.ok(left > 3_000 && left <= 5_000, String(left));
});

test('the time is enforced by a kill that comes late, and the next invocation gets a fresh environment', async () => {
  const host = start({ timeoutMs: 1_000 });
  const startedMs = performance.now();
  await assert.rejects(host.invoke({ do: 'hang' }), new InvocationFailed('the time was up'));
  assert.ok(performance.now() - startedMs >= 1_600);
  assert.equal((await count(host)).invocations, 1);
});

test('a handler that throws fails its invocation and keeps its environment; a process that ends takes it along', async () => {
  const host = start();
  await assert.rejects(host.invoke({ do: 'throw' }), new InvocationFailed('on purpose'));
  assert.equal((await count(host)).invocations, 2);
  await assert.rejects(host.invoke({ do: 'exit' }), new InvocationFailed('the process ended'));
  assert.equal((await count(host)).invocations, 1);
});

test('between invocations nothing runs: timers stand still', async () => {
  const host = start();
  await host.invoke({ do: 'tick' });
  const [environment] = host.environments();
  // The freeze comes when the runtime asks for more work, a moment after the answer.
  await sleep(200);
  const before = (await host.invoke({ do: 'tick' })) as number;
  await sleep(1_000);
  const ticks = (await host.invoke({ do: 'tick' })) as number;
  assert.ok(ticks - before < 50, `${ticks - before} ticks of 10 ms in a second of sleep`);
  assert.equal(environment?.alive, true);
});

test('a killed environment answers nothing more', async () => {
  const host = start();
  await count(host);
  const hanging = host.invoke({ do: 'hang' });
  host.environments()[0]?.kill();
  await assert.rejects(hanging, new InvocationFailed('killed'));
  assert.deepEqual(host.environments(), []);
});
