import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { LambdaClient } from '@aws-sdk/client-lambda';
import type { Asker } from '../../cli/ask/asker.ts';
import { onDeployedStage, operatorClient } from '../../cli/ask/by-function.ts';
import { pause, resume } from '../../cli/commands/forms.ts';
import { type OperatorRequest, operatorRequest } from '../../functions/operate/operator-request.ts';
import { listen } from '../egress/support.ts';
import { startApi } from '../support/api.ts';

/** Lambda, as far as a caller sees it: one function, whose answer is `answer`'s. */
async function lambda(t: TestContext, answer: (request: OperatorRequest) => Promise<unknown>) {
  const called: string[] = [];
  const port = await listen(
    t,
    createServer(async (request, response) => {
      called.push(String(request.url));
      response.setHeader('content-type', 'application/json');
      try {
        response.end(JSON.stringify(await answer((await json(request)) as OperatorRequest)));
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
  const asker: Asker = {
    ask: (request) => onDeployedStage(client, 'prod', { ...request, who: 'ana' }),
    close() {},
  };
  return { client, called, asker };
}

const LIST = { method: 'GET', path: '/submissions?phase=unknown', who: 'ana' } as const;

test('a command reaches the ledger by way of the function, in the name of who decides', async (t) => {
  const world = await startApi();
  const { asker, called } = await lambda(t, (received) => world.api.ask(operatorRequest(received)));
  assert.match((await pause(asker, 'test-form', 'closed')).text, /is paused/);
  const resumed = await resume(asker, 'test-form');
  assert.deepEqual([resumed.done, resumed.text], [true, 'test-form goes on. It was paused: closed (ana).']);
  await assert.rejects(resume(asker, 'test-form'), /was not paused/);
  assert.match(called[0] ?? '', /sekali-prod-operator/);
});

test('a function that fails, or is not there, is told in plain words', async (t) => {
  const { client } = await lambda(t, async () => {
    throw new Error('stage parameters: redisUrl is missing');
  });
  await assert.rejects(
    onDeployedStage(client, 'prod', LIST),
    /sekali-prod-operator failed: .*redisUrl is missing/,
  );
  client.destroy();
  const nowhere = { send: () => Promise.reject(new Error('Function not found')) };
  await assert.rejects(
    onDeployedStage(nowhere, 'prod', LIST),
    /Function not found.*deployed in this account/,
  );
});

test('an answer that is none is told as that, and nobody is asked a second time', async (t) => {
  const answers: unknown[] = [
    null,
    'done',
    { body: {} },
    { errorMessage: 'x' },
    { done: true, text: 'as it was' },
  ];
  const { client, called } = await lambda(t, async () => answers[called.length - 1]);
  for (const _ of answers) {
    await assert.rejects(
      onDeployedStage(client, 'prod', LIST),
      /sekali-prod-operator answers what this version does not understand/,
    );
  }
  assert.equal(await operatorClient().config.maxAttempts(), 1);
});

test('a form that is not there is not told to be paused', async () => {
  const { asker } = await startApi();
  await assert.rejects(pause(asker, 'test-from', 'x'), /no form "test-from"; there are test-form/);
});

test('the function takes nothing but what the command line sends', () => {
  for (const received of [
    undefined,
    '',
    {},
    { args: ['list', 'unknown'], who: 'ana' },
    { method: 'GET', path: '/parked' },
    { method: 'GET', path: '/parked', who: ' ' },
    { method: 'DELETE', path: '/parked', who: 'ana' },
    { method: 'GET', path: 'parked', who: 'ana' },
  ]) {
    assert.throws(() => operatorRequest(received), /npx sekali/);
  }
  const request = { method: 'GET', path: '/parked', who: 'Åsa 名 😀' };
  assert.deepEqual(operatorRequest(request), request);
});
