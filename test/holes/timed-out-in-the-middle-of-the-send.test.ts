import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { variableOf } from '../../lib/config/stage.ts';
import type { RunResult } from '../../lib/submission/ports.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { recordOf } from '../support/record.ts';
import { remaining } from '../support/worker.ts';
import { deliver, passing, RECEIPT } from './support.ts';

const on = useLedger();

test('the invocation’s time is up while the target still works on it: unknown, and what comes of it later changes nothing', async () => {
  const key = newKey();
  const answer = Promise.withResolvers<RunResult>();
  let sent = 0;
  const first = deliver(on.ledger, key, {
    run: async ({ arm }) => {
      await arm();
      sent++;
      return answer.promise;
    },
  });
  const end = await passing(first.clock, first.disposition, 5_000);
  assert.ok(end.kind === 'parked' && end.reason === 'unknown');
  const before = await on.record(key);
  assert.equal(before.phase, 'unknown');

  // the handler's own work goes on, as it would after an early timeout
  answer.resolve(RECEIPT);
  const again = await deliver(on.ledger, key, { receives: 2 }).disposition;
  assert.ok(again.kind === 'parked' && again.reason === 'unknown');
  assert.deepEqual({ ...(await on.record(key)), metAt: '' }, { ...before, metAt: '' });
  assert.equal(sent, 1);
});

test('the function has no early timeout: it answers for itself, never while its work goes on', async (t) => {
  const sockets = new Set<Socket>();
  const hole = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(hole, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    hole.close();
  });
  // A queue that hangs holds the end of the invocation up for longer than the invocation has.
  const sqsEndpoint = `http://127.0.0.1:${(hole.address() as AddressInfo).port}`;
  const stage = {
    stage: 'local',
    redisUrl: on.server.url,
    queueUrl: `${sqsEndpoint}/q`,
    parkingUrl: `${sqsEndpoint}/p`,
    sqsEndpoint,
    demoTarget: 'http://127.0.0.1:1',
    waitReplicas: '0',
  };
  for (const [name, value] of Object.entries(stage)) process.env[variableOf(name)] = value;
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' });
  const { handler } = await import('../../functions/worker.ts');
  const registration = {
    form: 'event-registration',
    data: { userId: 'u', eventId: 'e', fullName: 'Ana', email: 'ana@example.org' },
  };
  const context = { ...remaining(200), functionName: 'worker' };
  const answer = await handler({ Records: [recordOf('m1', registration)] }, context as never);
  assert.deepEqual(answer, { batchItemFailures: [{ itemIdentifier: 'm1' }] });
  assert.ok(context.getRemainingTimeInMillis() < 0, 'it did take longer');
});
