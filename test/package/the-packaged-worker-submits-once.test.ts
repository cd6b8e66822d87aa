import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ACCEPTED, identityOf, SOLD_OUT, type Submission, secondWave } from '../../local/demo/messages.ts';
import { startEnvironment } from '../lambda/environment.ts';
import { treeOf } from '../lambda/process-tree.ts';
import { until } from '../support/until.ts';
import { bubblewrap } from './bubblewrap.ts';
import { browsersIn, namesInTmp, usedTmpBytes } from './look-inside.ts';
import type { Sandbox } from './sandbox.ts';
import { type Lambda, unpacked } from './unpacked.ts';
import { eventOf, startWorld } from './world.ts';

const BATCH_SIZE = 4;
const INVOCATION_TIMEOUT_MS = 30_000;
/** What each further submission may leave in /tmp, with room for the caches that the first ones fill. */
const GROWTH_BYTES = 20_000_000;
const FULL_TMP_BYTES = 400_000_000;

const messageOf = (data: Submission) => ({ form: 'event-registration', data });
const LATECOMER: Submission = {
  userId: 'u-200',
  eventId: 'bali-expo',
  fullName: 'Hana Putri',
  email: 'hana.putri@example.com',
  seats: 1,
};

const available = await bubblewrap();
const skip = 'missing' in available && `skipped: ${available.missing}`;

describe('the packaged worker, laid out as in Lambda', { skip }, () => {
  let lambda: Lambda;
  let world: Awaited<ReturnType<typeof startWorld>>;
  before(async () => {
    assert.ok('path' in available);
    lambda = await unpacked(available.path);
    world = await startWorld(BATCH_SIZE);
  });
  after(async () => {
    await world?.stop();
    await lambda?.remove();
  });

  const entriesOf = (one: Submission) =>
    world.target.entries().filter((entry) => identityOf(entry) === identityOf(one)).length;

  test('submits each once, in one browser for all invocations, and leaves nothing behind', async (context) => {
    await world.send([...ACCEPTED, SOLD_OUT].map(messageOf));
    const worker = world.startWorker(lambda, lambda.worker);
    await worker.drained();
    const [environment] = worker.environments();
    assert.ok(environment);
    const usedBytes = await usedTmpBytes(environment.pid);
    await world.send(secondWave() as object[]);
    await worker.drained();
    await worker.stopFeeding();
    context.diagnostic(
      `invocations of ${worker.batches.join(', ')} messages; ${Math.round(usedBytes / 1e6)} MB in /tmp`,
    );

    for (const one of ACCEPTED) assert.equal(entriesOf(one), 1, identityOf(one));
    assert.equal(entriesOf(SOLD_OUT), 0);
    assert.deepEqual(await world.parked(), []);
    assert.ok(worker.batches.length >= 4, 'several invocations');
    assert.ok(Math.max(...worker.batches) > 1, 'several submissions side by side');
    assert.equal(worker.environments().length, 1);

    const printed = worker.lines.join('\n');
    assert.match(printed, /"ColdStart"/, 'metrics are printed');
    assert.doesNotMatch(printed, /BrowserFallback/);
    assert.equal(browsersIn(environment.pid).length, 1);
    assert.ok((await usedTmpBytes(environment.pid)) < Math.min(usedBytes + GROWTH_BYTES, FULL_TMP_BYTES));

    // Another environment, while the first lives: it shares nothing with it.
    await world.send([messageOf(LATECOMER)]);
    const other = world.startWorker(lambda, lambda.worker);
    await other.drained();
    await other.stopFeeding();
    assert.equal(entriesOf(LATECOMER), 1);
    const [second] = other.environments();
    assert.ok(second);
    assert.equal(browsersIn(second.pid).length, 1);
    for (const { pid } of [environment, second]) {
      const inTmp = await namesInTmp(pid);
      assert.equal(inTmp.filter((name) => name.startsWith('sekali-chromium-')).length, 1, inTmp.join(' '));
    }

    const processes = [environment, second].flatMap(({ pid }) => treeOf(pid));
    assert.ok(processes.length > 4);
    await Promise.all([environment.stop(), second.stop()]);
    await until('the end of all processes', () => processes.every((pid) => !existsSync(`/proc/${pid}`)));
  });

  const start = (name: string, sandbox: Sandbox, lines: string[] = []) =>
    startEnvironment({
      handlerFile: '',
      startRuntime: (variables) => lambda.startRuntime(sandbox, name, variables),
      variables: world.variables,
      onLine: (line) => lines.push(line),
    });

  test('the other functions load in their sandboxes, too', async () => {
    const others = Object.entries(lambda.sandboxes).filter(([name]) => name !== 'worker');
    assert.ok(others.length >= 2);
    for (const [name, sandbox] of others) await (await start(name, sandbox)).stop();
  });

  test('the doctor finds a Chromium that starts, and room for it', async () => {
    const { doctor } = lambda.sandboxes;
    assert.ok(doctor);
    const environment = await start('doctor', doctor);
    after(() => environment.stop());
    const { findings } = (await environment.invoke({}, INVOCATION_TIMEOUT_MS)) as { findings: string[] };
    const said = findings.join('\n');
    assert.match(said, /^ok +Chromium \S+ starts and opens a page$/m);
    assert.match(said, /^ok +\/tmp has room/m);
  });

  test('the API asks strangers who they are', async () => {
    const { api } = lambda.sandboxes;
    assert.ok(api);
    const environment = await start('api', api);
    after(() => environment.stop());
    const http = { method: 'GET', path: '/forms' };
    const event = { rawPath: '/forms', rawQueryString: '', headers: {}, requestContext: { http } };
    const { statusCode } = (await environment.invoke(event, INVOCATION_TIMEOUT_MS)) as { statusCode: number };
    assert.equal(statusCode, 401);
  });

  test('says which file of Playwright is missing', async () => {
    const task = `${lambda.worker.task}-broken`;
    await cp(lambda.worker.task, task, { recursive: true });
    await rm(join(task, 'node_modules/playwright-core/browsers.json'));
    await assert.rejects(
      start('worker', { ...lambda.worker, task }),
      /could not be imported: .*browsers\.json/,
    );
  });

  for (const { what, change, says } of [
    {
      what: 'that the layer is missing',
      change: ({ task }: Sandbox): Sandbox => ({ task }),
      says: /no layer at \/opt\/chromium/,
    },
    {
      what: 'that /tmp is too small',
      change: (sandbox: Sandbox): Sandbox => ({ ...sandbox, tmpMib: 200 }),
      says: /\/tmp has \d+ MB of free space, a browser needs 325 MB/,
    },
  ]) {
    test(`says ${what}, and gives the message back`, async () => {
      const lines: string[] = [];
      const environment = await start('worker', change(lambda.worker), lines);
      after(() => environment.stop());
      const event = eventOf('m-1', messageOf({ ...LATECOMER, userId: what }));
      assert.deepEqual(await environment.invoke(event, INVOCATION_TIMEOUT_MS), {
        batchItemFailures: [{ itemIdentifier: 'm-1' }],
      });
      assert.match(lines.join('\n'), says);
    });
  }
});
