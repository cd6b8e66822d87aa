import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { onDeployedStage, operatorClient } from '../../cli/deployed-operator.ts';
import { type OperatorEvent, operatorCommand, operatorEvent } from '../../functions/operate/read-command.ts';
import { listen } from '../egress/support.ts';
import { useLedger } from '../support/ledger.ts';

const on = useLedger();
const ledgerStage = () => ({
  stage: 'prod',
  redisUrl: on.server.url,
  ledgerEpoch: 1,
  waitReplicas: 0,
  ledgerRetentionDays: 30,
  flightGraceMs: 60_000,
  brake: 3,
});

/** Lambda, as far as a caller sees it: one function, whose answer is `answer`'s. */
async function lambda(t: TestContext, answer: (event: OperatorEvent) => Promise<unknown>) {
  const called: string[] = [];
  const port = await listen(
    t,
    createServer(async (request, response) => {
      called.push(String(request.url));
      response.setHeader('content-type', 'application/json');
      try {
        response.end(JSON.stringify(await answer((await json(request)) as OperatorEvent)));
      } catch (thrown) {
        response.setHeader('x-amz-function-error', 'Unhandled');
        response.end(JSON.stringify({ errorMessage: (thrown as Error).message }));
      }
    }),
  );
  const client = new LambdaClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
  t.after(() => client.destroy());
  return { client, called };
}

test('a command reaches the ledger by way of the function, and its answer comes back', async (t) => {
  const { client, called } = await lambda(t, ({ args, who }) =>
    operatorCommand(args, who).act(ledgerStage()),
  );
  const pause = ['pause', 'event-registration', '--why', 'closed', '--stage', 'prod'];
  const paused = await onDeployedStage(client, 'prod', { args: pause, who: 'ana' });
  assert.deepEqual([paused.done, /is paused/.test(paused.text)], [true, true]);
  const resume = ['resume', 'event-registration', '--stage', 'prod'];
  const resumed = await onDeployedStage(client, 'prod', { args: resume, who: 'ana' });
  assert.match(resumed.text, /It was paused: closed \(ana\)/);
  assert.match(called[0] ?? '', /sekali-prod-operator/);
});

test('a function that fails, or is not there, is told in plain words', async (t) => {
  const { client } = await lambda(t, async () => {
    throw new Error('stage parameters: redisUrl is missing');
  });
  const event = { args: ['list', 'unknown'], who: 'ana' };
  await assert.rejects(
    onDeployedStage(client, 'prod', event),
    /sekali-prod-operator failed: .*redisUrl is missing/,
  );
  client.destroy();
  const nowhere = { send: () => Promise.reject(new Error('Function not found')) };
  await assert.rejects(
    onDeployedStage(nowhere, 'prod', event),
    /Function not found.*deployed in this account/,
  );
});

test('what is no command is refused before anybody is asked', () => {
  assert.throws(() => operatorCommand(['dance', 'now'], 'ana'), /no command "dance"/);
  assert.throws(() => operatorCommand(['pause', 'f'], 'ana'), /--why/);
  assert.throws(() => operatorCommand(['status'], 'ana'), /status needs a key/);
  assert.throws(() => operatorCommand(['list'], 'ana'), /list needs a phase: open, .*unknown/);
  assert.throws(() => operatorCommand([], 'ana'), /Say what to do/);
  assert.throws(() => operatorCommand(['resume', 'f', 'prod'], 'ana'), /"prod" is too much/);
  assert.throws(() => operatorCommand(['resolve', 'f.1', 'absent', '--why', 'x'], 'ana'), /--looked-at/);
});

test('an answer that is none is told as that, and nobody is asked a second time', async (t) => {
  const answers: unknown[] = [null, 'done', { text: 'no done' }, { errorMessage: 'x' }];
  const { client, called } = await lambda(t, async () => answers[called.length - 1]);
  for (const _ of answers) {
    await assert.rejects(
      onDeployedStage(client, 'prod', { args: ['list', 'unknown'], who: 'ana' }),
      /sekali-prod-operator answers what this version does not understand/,
    );
  }
  assert.equal(await operatorClient().config.maxAttempts(), 1);
});

test('what would be misread is refused before anybody is asked', () => {
  const refused = (args: string[], why: RegExp) => assert.throws(() => operatorCommand(args, 'ana'), why);
  // Told as "0 unknwon", a misspelt phase would look like good news.
  refused(['list', 'unknwon'], /no phase "unknwon"; there are open,.*unknown/);
  refused(['list', 'constructor'], /no phase/);
  refused(['pause', 'event-registration', '--why', ' '], /Say why/);
  refused(['pause', 'event-registration', '--why', 'x', '--who', ''], /Say who/);
  const absent = (at: string) => ['resolve', 'f.1', 'absent', '--why', 'x', '--looked-at', at];
  for (const at of ['2026-01-31', '2026-01-31T09:00:00', '31.01.2026 09:00', '5'])
    refused(absent(at), /time zone/);
  refused(absent('2999-01-31T09:00:00Z'), /in the future/);
  operatorCommand(absent('2026-01-31T09:00+07:00'), 'ana');
});

test('a form that is not there is not told to be paused', async () => {
  const { act } = operatorCommand(['pause', 'event-registraton', '--why', 'x'], 'ana');
  const { done, text } = await act(ledgerStage());
  assert.deepEqual(
    [done, /no form "event-registraton"; there are event-registration/.test(text)],
    [false, true],
  );
});

test('the function takes nothing but what the command line sends', () => {
  for (const event of [
    undefined,
    '',
    {},
    { args: 'list unknown', who: 'ana' },
    { args: ['list', 'unknown'] },
  ]) {
    assert.throws(() => operatorEvent(event), /npm run sekali/);
  }
  const event = { args: ['list', 'unknown'], who: 'Åsa 名 😀' };
  assert.deepEqual(operatorEvent(event), event);
});
