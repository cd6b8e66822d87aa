import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReceiveMessageCommand, SendMessageCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { withEvidence } from '../../lib/submission/evidence-note.ts';
import { readMessages } from '../../local/queues.ts';
import { type ApiWorld, dataOf, keyFor, startApi } from '../support/api.ts';

const BORN = new Date(Date.now() - 86_400_000).toISOString();

/** As the worker parks. */
async function park(world: ApiWorld, body: unknown, attributes: Record<string, string>): Promise<string> {
  const sent = await world.sqs.send(
    new SendMessageCommand({
      QueueUrl: world.parkingUrl,
      MessageBody: typeof body === 'string' ? body : JSON.stringify(body),
      MessageAttributes: Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      ),
    }),
  );
  return sent.MessageId ?? '';
}
const parkAs = (world: ApiWorld, id: string, reason: string, more: object = {}) =>
  park(
    world,
    { form: 'test-form', data: dataOf(id, more) },
    {
      reason,
      errors: JSON.stringify([{ field: '', message: withEvidence('why', 's3://b/x.png') }]),
      key: keyFor(id),
      createdAt: BORN,
    },
  );
/** As the queue itself does: no attributes. */
const moved = (world: ApiWorld, id: string) => park(world, { form: 'test-form', data: dataOf(id) }, {});

const bodyOf = (id: string) => JSON.stringify({ form: 'test-form', data: dataOf(id) });
const parked = (world: ApiWorld) => readMessages(world.sqs, world.parkingUrl);

test('retry: to the queue as old as it was, gone from parking, told in the log and the record', async () => {
  const world = await startApi();
  const claim = await world.armed('a');
  await world.ledger.disarm(claim, 'reset', 'a captcha');
  const id = await parkAs(world, 'a', 'challenge');
  const { status, body } = await world.ask('POST', `/parked/${keyFor('a')}/retry`, {
    body: { why: 'solved' },
  });
  assert.equal(status, 200);
  assert.equal(body.did, 'retried');
  assert.equal(body.id, id);
  assert.equal(body.willAnswer.answer, 'free');
  const [message, ...others] = await world.queued();
  assert.equal(others.length, 0);
  assert.equal(message?.Body, bodyOf('a'));
  assert.equal(message?.MessageId, body.newId);
  assert.equal(message?.MessageAttributes?.createdAt?.StringValue, BORN);
  assert.equal(await world.leftParked(), 0);
  const { body: after } = await world.ask('GET', `/submissions/${keyFor('a')}`);
  assert.deepEqual({ ...after.log[0], at: '' }, { at: '', who: 'ana', did: 'retried', why: 'solved' });
  const line = world.log.find(({ message: said }) => said === 'parked message retried');
  assert.deepEqual(line?.fields, {
    messageId: id,
    key: keyFor('a'),
    reason: 'challenge',
    who: 'ana',
    why: 'solved',
  });
});

test('retry is refused while the record is unknown, and done once a person said absent', async () => {
  const world = await startApi();
  const { token: armedBy } = await world.settled('a', 'unknown', -61_000);
  const id = await parkAs(world, 'a', 'unknown');
  // Also where the message has other data than the one whose outcome is not known.
  const other = await parkAs(world, 'a', 'conflict', { email: 'other@example.org' });
  for (const one of [id, other]) {
    const { status, body } = await world.ask('POST', `/parked/${one}/retry`, { body: {} });
    assert.equal(status, 409);
    assert.equal(body.type, 'urn:sekali:unknown');
  }
  assert.equal(await world.left(), 0);
  assert.equal(await world.leftParked(), 2);
  const resolution = { verdict: 'absent', armedBy, lookedAt: new Date().toISOString(), why: 'not there' };
  await world.ask('POST', `/submissions/${keyFor('a')}/resolution`, { body: resolution });
  assert.equal((await world.ask('POST', `/parked/${id}/retry`, { body: {} })).status, 200);
  assert.equal(await world.left(), 1);
  const { body } = await world.ask('GET', `/submissions/${keyFor('a')}`);
  assert.deepEqual(
    body.log.map(({ did }: { did: string }) => did),
    ['absent', 'retried'],
  );
});

test('keep: a fresh copy with all that was known, as old as it was, and the old one is gone', async () => {
  const world = await startApi();
  const id = await parkAs(world, 'a', 'challenge');
  const { body } = await world.ask('POST', `/parked/${id}/keep`, { body: { why: 'next week' } });
  const [message, ...others] = await parked(world);
  assert.equal(others.length, 0);
  assert.notEqual(message?.MessageId, id);
  assert.equal(message?.MessageId, body.newId);
  assert.equal(message?.Body, bodyOf('a'));
  const { reason, key, createdAt } = message?.MessageAttributes ?? {};
  assert.equal(reason?.StringValue, 'challenge');
  assert.equal(key?.StringValue, keyFor('a'));
  assert.equal(createdAt?.StringValue, BORN);
  assert.equal(await world.left(), 0);
});

test('discard needs a reason, which the log and the record keep', async () => {
  const world = await startApi();
  await world.settled('a', 'submitted');
  const id = await parkAs(world, 'a', 'conflict', { email: 'other@example.org' });
  assert.equal((await world.ask('POST', `/parked/${id}/discard`, { body: {} })).status, 422);
  assert.equal(await world.leftParked(), 1);
  const { status, body } = await world.ask('POST', `/parked/${id}/discard`, { body: { why: 'a slip' } });
  assert.equal(status, 200);
  assert.equal(body.newId, undefined);
  assert.equal(await world.leftParked(), 0);
  assert.equal(await world.left(), 0);
  const { body: after } = await world.ask('GET', `/submissions/${keyFor('a')}`);
  assert.equal(after.phase, 'submitted');
  assert.deepEqual({ ...after.log[0], at: '' }, { at: '', who: 'ana', did: 'discarded', why: 'a slip' });
});

test('one that the queue itself moved is found by the key of its body, and is as old as it was sent', async () => {
  const world = await startApi();
  const id = await moved(world, 'a');
  const { body: seen } = await world.ask('GET', `/parked/${keyFor('a')}`);
  assert.equal(seen.id, id);
  assert.equal(seen.reason, 'movedByQueue');
  assert.equal(seen.parkedAt, undefined);
  const { body } = await world.ask('POST', `/parked/${keyFor('a')}/retry`, { body: {} });
  assert.equal(body.key, keyFor('a'));
  const [message] = await world.queued();
  assert.equal(message?.MessageAttributes?.createdAt?.StringValue, seen.createdAt);
});

test('a malformed one has no key: it is found by its id', async () => {
  const world = await startApi();
  const id = await park(world, 'no { json', { reason: 'malformed', errors: '[]', createdAt: BORN });
  const { body } = await world.ask('GET', `/parked/${id}`);
  assert.equal(body.key, undefined);
  assert.equal(body.willAnswer.answer, 'unacceptable');
  assert.equal(body.data, undefined);
  assert.equal((await world.ask('POST', `/parked/${id}/keep`, { body: {} })).status, 200);
  const [kept] = (await world.ask('GET', '/parked')).body.messages;
  assert.equal(
    (await world.ask('POST', `/parked/${kept.id}/discard`, { body: { why: 'junk' } })).status,
    200,
  );
  assert.equal(await world.leftParked(), 0);
});

test('of one whose time is over, or too far ahead, it is said that it would be parked again', async () => {
  const world = await startApi();
  const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
  for (const [id, times, answer] of [
    ['a', { expiresAt: ahead(-1_000) }, 'untimely'],
    ['b', { notBefore: ahead(8 * 86_400_000) }, 'untimely'],
    ['c', { notBefore: ahead(60_000), expiresAt: ahead(120_000) }, 'free'],
  ] as const) {
    await park(world, { form: 'test-form', data: dataOf(id), ...times }, { reason: 'expired', errors: '[]' });
    const { body } = await world.ask('GET', `/parked/${keyFor(id)}`);
    assert.equal(body.willAnswer.answer, answer);
  }
});

test('of one whose time is over, what the ledger says comes first', async () => {
  const world = await startApi();
  await world.settled('a', 'unknown');
  const expiresAt = new Date(Date.now() - 1_000).toISOString();
  await park(world, { form: 'test-form', data: dataOf('a'), expiresAt }, { reason: 'unknown', errors: '[]' });
  const { body } = await world.ask('GET', `/parked/${keyFor('a')}`);
  assert.equal(body.willAnswer.answer, 'unknown');
});

test('several with one key are told apart by their ids; nothing is done meanwhile', async () => {
  const world = await startApi();
  const ids = [await parkAs(world, 'a', 'attempts'), await moved(world, 'a')];
  const { status, body } = await world.ask('POST', `/parked/${keyFor('a')}/discard`, { body: { why: 'x' } });
  assert.equal(status, 409);
  assert.equal(body.type, 'urn:sekali:several');
  assert.deepEqual(body.ids.sort(), ids.sort());
  assert.equal(await world.leftParked(), 2);
  assert.equal((await world.ask('POST', `/parked/${ids[0]}/discard`, { body: { why: 'x' } })).status, 200);
});

test('what is not there is 404; while somebody else looks, one that may be there is 409', async () => {
  const world = await startApi();
  assert.equal((await world.ask('GET', '/parked/nobody')).status, 404);
  const id = await parkAs(world, 'a', 'attempts');
  await world.sqs.send(new ReceiveMessageCommand({ QueueUrl: world.parkingUrl, VisibilityTimeout: 30 }));
  const { status, body } = await world.ask('POST', `/parked/${id}/retry`, { body: {} });
  assert.equal(status, 409);
  assert.equal(body.type, 'urn:sekali:busy');
});

test('what the queue does not take with its age stays parked', async () => {
  const world = await startApi();
  await world.sqs.send(
    new SetQueueAttributesCommand({ QueueUrl: world.queueUrl, Attributes: { MaximumMessageSize: '1024' } }),
  );
  const id = await parkAs(world, 'a', 'attempts', { note: 'x'.repeat(1_100) });
  const { status, body } = await world.ask('POST', `/parked/${id}/retry`, { body: {} });
  assert.equal(status, 413);
  assert.equal(body.type, 'urn:sekali:tooLarge');
  assert.equal((await world.ask('GET', `/parked/${id}`)).status, 200, 'and is to be seen at once');
});

test('a Redis that is away stops a retry, whose answer nobody knows, before anything is done', async () => {
  const world = await startApi();
  const id = await parkAs(world, 'a', 'attempts');
  await world.server.stop();
  assert.equal((await world.ask('POST', `/parked/${id}/retry`, { body: {} })).status, 503);
  assert.equal(await world.leftParked(), 1);
  assert.equal(await world.left(), 0);
});

test('all are listed, with what would become of each', async () => {
  const world = await startApi();
  await world.settled('done', 'submitted');
  await world.settled('who-knows', 'unknown');
  await world.armed('held');
  for (const id of ['done', 'who-knows', 'held', 'new']) await parkAs(world, id, 'receives');
  for (let nth = 0; nth < 25; nth++) await moved(world, `n-${nth}`);
  const { body } = await world.ask('GET', '/parked');
  assert.equal(body.complete, true);
  assert.equal(body.messages.length, 29);
  const of = (id: string) => body.messages.find(({ key }: { key: string }) => key === keyFor(id));
  assert.deepEqual(
    ['done', 'who-knows', 'held', 'new'].map((id) => [of(id).phase, of(id).willAnswer.answer]),
    [
      ['submitted', 'settled'],
      ['unknown', 'unknown'],
      ['armed', 'held'],
      [undefined, 'free'],
    ],
  );
  assert.equal(of('new').label, 'new at test');
  assert.deepEqual(of('new').errors, [{ field: '', message: 'why' }], 'without the place of the picture');
  assert.equal(
    (await world.ask('GET', '/parked')).body.messages.length,
    29,
    'and can be listed again at once',
  );
});
