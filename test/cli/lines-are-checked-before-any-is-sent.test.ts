import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../cli/said.ts';
import { send } from '../../cli/send/send.ts';
import { messagesLeft } from '../../local/queues.ts';
import { fileWith, jsonLines, message, registration, sekali, startQueues } from './support.ts';

test('errors by line and field, all of them for programs; nothing is sent', async () => {
  const queues = await startQueues();
  const file = await fileWith(
    [
      jsonLines([message(1), message(2, { data: registration(2, { email: 'none', seats: 'two' }) })]),
      '',
      '{"form":"event-registration",',
      jsonLines([
        { form: 'no-such-form', data: {} },
        message(5, { expires: 'soon' }),
        message('x'.repeat(240_000)),
      ]),
    ].join('\n'),
  );
  const { output, errors, exitCode } = await sekali(['send', file, ...queues.args]).ran;
  assert.equal(exitCode, 1, errors);
  assert.match(output, /^line 2: data\.email: .*\nline 2: data\.seats: .*number/);
  assert.match(output, /^line 4: is not JSON$/m);
  assert.match(output, /^line 5: form: no form has this name; known: event-registration$/m);
  assert.match(output, /^line 6: .*"expires"/m);
  assert.match(output, /^line 7: data\.userId: /m);
  assert.match(output, /^5 of 6 lines do not fit\. Nothing was sent\.$/m);
  const told = JSON.parse((await sekali(['send', file, '--json', ...queues.args]).ran).output);
  assert.deepEqual(told.errors[0], { ...told.errors[0], line: 2, field: 'data.email' });
  assert.equal(await messagesLeft(queues.client, queues.queueUrl), 0);
});

test('a message comes in by a pipe, and its key is told', async () => {
  const queues = await startQueues();
  const input = JSON.stringify(message('ana'), null, 2);
  for (let nth = 1; nth <= 2; nth++) {
    const { output, errors, exitCode } = await sekali(['send', '-', ...queues.args], { input }).ran;
    assert.equal(exitCode, 0, errors);
    assert.match(
      output,
      /^In the queue, as message [\w-]+\.\nWhat becomes of it: npx sekali watch event-registration\.[0-9a-f]{64}$/m,
    );
    // One message is sent as often as it is asked for.
    assert.equal(await messagesLeft(queues.client, queues.queueUrl), nth);
  }
  const [body = ''] = await queues.bodies();
  const { createdAt, ...rest } = JSON.parse(body);
  assert.deepEqual(rest, message('ana'));
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
});

test('lines that are one submission are told: with the same data they count once, with other data they will not', async () => {
  const queues = await startQueues();
  const file = await fileWith(
    jsonLines([message(1), message(2), message(1), message(2, { data: registration(2, { seats: 2 }) })]),
  );
  const { errors, exitCode } = await sekali(['send', file, ...queues.args]).ran;
  assert.equal(exitCode, 0, errors);
  assert.match(
    errors,
    /^1 of the lines \(such as 3 as 1\): the same submission as an earlier one: it counts once\.$/m,
  );
  assert.match(errors, /^1 of the lines \(such as 4 as 2\): .*OTHER DATA/m);
});

test('a producer’s own createdAt stays; all others have one date', async () => {
  const queues = await startQueues();
  const own = '2026-01-31T09:00:00Z';
  const file = await fileWith(jsonLines([message(1), message(2, { createdAt: own }), message(3)]));
  assert.ok((await send(file, queues.where)).done);
  const dates = new Map(
    (await queues.bodies()).map((body) => [JSON.parse(body).data.userId, JSON.parse(body).createdAt]),
  );
  assert.equal(dates.get('u-2'), own);
  assert.equal(dates.get('u-1'), dates.get('u-3'));
});

test('with --form each line of JSON is the data alone', async () => {
  const queues = await startQueues();
  const file = await fileWith(jsonLines([registration(1), registration(2)]));
  assert.equal(
    (await sekali(['send', file, '--form', 'event-registration', ...queues.args]).ran).exitCode,
    0,
  );
  const sent = (await queues.bodies()).map((body) => JSON.parse(body));
  assert.deepEqual(sent.map(({ form, data }) => [form, data.userId]).sort(), [
    ['event-registration', 'u-1'],
    ['event-registration', 'u-2'],
  ]);
});

test('what cannot be read, and a form that there is not, are wrong usage', async () => {
  const where = { stage: 'local', param: [] };
  await assert.rejects(send('/no/such/file', where), { constructor: UsageError, message: /cannot be read/ });
  await assert.rejects(send('-', { ...where, form: 'no-such-form' }), {
    constructor: UsageError,
    message: /no form "no-such-form"; there are event-registration/,
  });
});
