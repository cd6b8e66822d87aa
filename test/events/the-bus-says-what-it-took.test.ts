import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { busSink } from '../../lib/events/bus-sink.ts';
import { Event } from '../../lib/events/event.ts';
import { type Seen, startTarget } from '../support/target.ts';

const EVENT = Event.parse({
  id: 'visit.1/submitted/1769850001000',
  type: 'submitted',
  stage: 'test',
  at: '2026-01-31T09:00:01.000Z',
  form: 'visit',
  key: 'visit.1',
  label: 'Ana',
  messageId: 'm-1',
  attempt: 1,
  createdAt: '2026-01-31T09:00:00.000Z',
  outcome: { text: 'R-7' },
});

/** A bus that answers this. */
async function bus(...answers: readonly { readonly status?: number; readonly body: unknown }[]) {
  const left = [...answers];
  const target = await startTarget((_seen, response) => {
    const { status = 200, body } = left.shift() ?? { body: {} };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(body));
  });
  const client = new EventBridgeClient({
    endpoint: target.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 2,
  });
  const sink = busSink('sekali-test', client);
  after(() => sink.close());
  return { put: () => sink.put(EVENT, AbortSignal.timeout(10_000)), seen: target.seen as readonly Seen[] };
}

const TAKEN = { body: { FailedEntryCount: 0, Entries: [{ EventId: 'e-1' }] } };

test('an entry for each event, on the bus of the stage, that rules can choose by', async () => {
  const { put, seen } = await bus(TAKEN);
  await put();
  assert.equal(seen.length, 1);
  assert.equal(seen[0]?.headers['x-amz-target'], 'AWSEvents.PutEvents');
  const [entry, ...others] = JSON.parse(seen[0]?.body ?? '').Entries;
  assert.equal(others.length, 0);
  const { Detail, Time, ...rest } = entry;
  assert.deepEqual(rest, {
    EventBusName: 'sekali-test',
    Source: 'sekali',
    DetailType: 'Submission submitted',
  });
  assert.deepEqual(JSON.parse(Detail), EVENT);
  assert.equal(Time, Date.parse(EVENT.at) / 1_000);
});

test('answered with 200, and the entry not taken: not told', async () => {
  const failed = { ErrorCode: 'InternalFailure', ErrorMessage: 'try again' };
  const { put } = await bus({ body: { FailedEntryCount: 1, Entries: [failed] } });
  await assert.rejects(put(), /the bus has not taken it: InternalFailure: try again/);
});

test('a 500 is asked once more; a refusal is not', async () => {
  const broken = { status: 500, body: { __type: 'InternalException' } };
  const once = await bus(broken, TAKEN);
  await once.put();
  assert.equal(once.seen.length, 2);
  const denied = await bus({ status: 400, body: { __type: 'AccessDeniedException', message: 'no' } });
  await assert.rejects(denied.put(), /no/);
  assert.equal(denied.seen.length, 1);
});
