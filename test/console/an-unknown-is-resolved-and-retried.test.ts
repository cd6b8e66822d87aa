import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { buildWorker } from '../../functions/build-worker.ts';
import { readStage, variableOf } from '../../lib/config/stage.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { startPoller } from '../../lib/queue/poller.ts';
import { keyOf } from '../../lib/submission/key.ts';
import { REGION } from '../../local/queues.ts';
import { type ApiWorld, dataOf, FORM, keyFor, startApi } from '../support/api.ts';
import { sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { until } from '../support/until.ts';
import { remaining } from '../support/worker.ts';
import { newFolder, startConsole } from './support.ts';

const KEY = keyOf('test-form', ['name'], { name: 'Ayu' });

/** The worker on the queue of the API. */
function startWorker(
  world: ApiWorld,
  forms: Parameters<typeof registryOf>[0],
  demoTarget: string,
  evidenceFolder: string,
): void {
  const stage = readStage(
    Object.fromEntries(
      Object.entries({
        stage: 'local',
        redisUrl: world.server.url,
        queueUrl: world.queueUrl,
        parkingUrl: world.parkingUrl,
        sqsEndpoint: world.sqsEndpoint,
        waitReplicas: 0,
        demoTarget,
        evidenceFolder,
      }).map(([name, value]) => [variableOf(name), String(value)]),
    ),
  );
  const worker = buildWorker({
    stage,
    registry: registryOf(forms),
    browsers: sharedBrowser,
    telemetry: { info: () => {}, warn: () => {}, count: () => {} },
  });
  const poller = startPoller({
    client: world.sqs,
    mapping: {
      functionKey: 'worker',
      queue: { name: 'submissions', arn: 'arn:aws:sqs:local:0:submissions' },
      batchSize: 1,
      maximumConcurrency: 1,
      reportsItemFailures: true,
    },
    region: REGION,
    queueUrl: async () => world.queueUrl,
    invoke: (event: SQSEvent) => worker.handle(event, remaining(stage.workerTimeoutSeconds * 1_000)),
    say: () => {},
  });
  after(async () => {
    await poller.stop();
    await worker.close();
  });
}

test('handed in, lost, looked up, said to be absent, and retried: one entry, and the whole story in the record', async () => {
  const entries: string[] = [];
  let loses = true;
  const target = await startTarget(({ method, body, socket }, response) => {
    if (method === 'GET') return html(response, PAGE);
    // The request dies on its way: nothing was entered, and nobody can know.
    if (loses) return socket.destroy();
    entries.push(body);
    html(response, RECEIPT);
  });
  const forms = [testForm(target)];
  const evidenceFolder = await newFolder();
  const api = await startApi({ forms, params: { evidenceFolder, demoTarget: target.url } });
  const world = await startConsole({}, { api });
  startWorker(api, forms, target.url, evidenceFolder);

  const page = await world.open({ at: '#/send' });
  await page.getByLabel('Name').fill('Ayu');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByText('It is in the queue.').waitFor();
  await page.getByRole('link', { name: 'Review desk' }).click();
  const wait = page.getByRole('link', { name: 'Look and decide Ayu' });
  await wait.waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Look at the parking queue' }).click();
  const parked = page.getByRole('article', { name: 'Ayu' });
  await parked.getByText('It was sent without proof.').waitFor();
  assert.equal(await parked.getByRole('button', { name: 'Retry' }).count(), 0, 'resolve it first');

  await wait.click();
  await page.getByRole('img', { name: 'What the target showed for Ayu' }).waitFor();
  await until('the picture to be drawn', () =>
    page.evaluate("document.querySelector('figure img').naturalWidth > 0"),
  );
  await page.getByText(/“Absent” is believed of a look that begins after/).waitFor();
  const resolveAbsent = async () => {
    await page.getByLabel('Absent: it is not there').check();
    await page.getByRole('button', { name: 'I begin now' }).click();
    await page.getByLabel('How you know').fill('not on the list');
    await page.getByRole('button', { name: 'Resolve …' }).click();
    await page.getByRole('button', { name: 'Yes, resolve' }).click();
  };
  await resolveAbsent();
  await page
    .getByRole('dialog')
    .getByText(/^Too early: .* Look at the target after .*2\d{3}/)
    .waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await api.record(KEY)).phase, 'unknown');

  // No test waits for minutes: the time by which the request must have ended has passed.
  await api.redis.hset(recordKey(KEY), 'deadline', Date.now() - 120_000);
  await resolveAbsent();
  await page.getByText('Resolved: it is open again.').waitFor();
  loses = false;
  await page.getByRole('button', { name: 'Look for its parked message' }).click();
  await page.getByText('It will be run.').waitFor();
  await page.getByRole('button', { name: 'Retry …' }).click();
  await page.getByLabel('Reason (optional)').fill('once more');
  await page.getByRole('button', { name: 'Yes, retry' }).click();
  await page.getByText('It is in the queue again.').waitFor();
  await until('the entry', () => entries.length > 0);
  await page.locator('.card .phase.submitted').waitFor({ timeout: 60_000 });

  assert.deepEqual(entries, ['name=Ayu']);
  assert.equal(target.count('POST'), 2);
  assert.equal(await api.leftParked(), 0);
  const record = await api.record(KEY);
  assert.equal(record.phase, 'submitted');
  const log = JSON.parse(record.log ?? '[]') as {
    who: string;
    why: string;
    verdict?: string;
    did?: string;
  }[];
  assert.deepEqual(
    log.map(({ who, why, verdict, did }) => [who, verdict ?? did, why]),
    [
      ['ana', 'absent', 'not on the list'],
      ['ana', 'retried', 'once more'],
    ],
  );
  const line = (await page.locator('ol.line li').allInnerTexts()).map((text) =>
    text.split('\n').slice(1).join(' · '),
  );
  const story = [
    /handed in/,
    /armed: from now on/,
    /request sent: POST/,
    /settled: unknown/,
    /ana did not find it at the target.*not on the list/,
    /ana sent its parked message again.*once more/,
    /armed: from now on/,
    /request sent: POST.*answered 200/,
  ];
  // Others may stand between: when it was met by a delivery.
  let from = 0;
  for (const moment of story) {
    const at = line.findIndex((text, index) => index >= from && moment.test(text));
    assert.ok(at >= 0, `${moment} after line ${from} of:\n${line.join('\n')}`);
    from = at + 1;
  }
  assert.match(line.at(-1) ?? '', /settled: submitted.*receipt 1/);
  assert.deepEqual(world.faults, []);
});

test('landed: with a receipt it counts as submitted, once it was confirmed', async () => {
  const world = await startConsole();
  await world.api.settled('a', 'unknown');
  const page = await world.open({ at: '#/review' });
  await page.getByRole('link', { name: 'Look and decide a at test' }).click();
  await page.getByLabel('Landed: it is there').check();
  await page.getByLabel('Receipt').fill('R-7');
  await page.getByLabel('How you know').fill('on the list');
  await page.getByRole('button', { name: 'Resolve …' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const { phase } = await world.api.ask('GET', page.url().split('#')[1] ?? '').then(({ body }) => body);
  assert.equal(phase, 'unknown', 'nothing was said yet');
  await page.getByRole('button', { name: 'Resolve …' }).click();
  await page.getByRole('button', { name: 'Yes, resolve' }).click();
  await page.getByText('Resolved. It is now submitted.').waitFor();
  await page.getByText('ana found it at the target').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Resolve' }).count(), 0, 'nothing is left to resolve');
  assert.deepEqual(world.faults, []);
});

test('a parked message is discarded with a reason, and one without a record is kept', async () => {
  const world = await startConsole({ forms: [FORM] });
  const { api } = world;
  await api.settled('a', 'submitted');
  for (const id of ['a', 'b']) {
    const attributes = { reason: 'attempts', errors: '[]', key: keyFor(id) };
    await api.sqs.send(
      new SendMessageCommand({
        QueueUrl: api.parkingUrl,
        MessageBody: JSON.stringify({ form: 'test-form', data: dataOf(id) }),
        MessageAttributes: Object.fromEntries(
          Object.entries(attributes).map(([name, StringValue]) => [
            name,
            { DataType: 'String', StringValue },
          ]),
        ),
      }),
    );
  }
  const page = await world.open({ at: '#/review' });
  await page.getByRole('button', { name: 'Look at the parking queue' }).click();
  const [first, second] = ['a', 'b'].map((id) => page.getByRole('article', { name: `${id} at test` }));
  assert.ok(first && second);
  await first.getByText('it will be skipped').waitFor();
  await first.getByRole('button', { name: 'Discard …' }).click();
  await page.getByRole('button', { name: 'Yes, discard' }).click();
  assert.equal(await api.leftParked(), 2, 'not without a reason');
  await page.getByRole('dialog').getByLabel('Reason').fill('a slip');
  await page.getByRole('button', { name: 'Yes, discard' }).click();
  await page.getByText('It is gone.').waitFor();
  await first.waitFor({ state: 'detached' });
  assert.equal(await api.leftParked(), 1);
  const [{ who, did, why }] = JSON.parse((await api.record(keyFor('a'))).log ?? '[]');
  assert.deepEqual({ who, did, why }, { who: 'ana', did: 'discarded', why: 'a slip' });

  await second.getByText('It will be run.').waitFor();
  await second.getByRole('button', { name: 'Keep …' }).click();
  await page.getByRole('button', { name: 'Yes, keep' }).click();
  await page.getByText('It is kept.').waitFor();
  assert.equal(await api.leftParked(), 1);
  assert.deepEqual(world.faults, []);
});
