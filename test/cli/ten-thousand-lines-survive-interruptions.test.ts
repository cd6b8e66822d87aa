import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send as sendHere } from '../../cli/send/send.ts';
import { keyOf } from '../../lib/submission/key.ts';
import { messagesLeft } from '../../local/queues.ts';
import { until } from '../support/until.ts';
import { fileWith, jsonLines, message, sekali, startQueues } from './support.ts';

const LINES = 10_000;
/** What is on its way when the process is killed: eight batches of ten. */
const ON_THE_WAY = 80;

test('interrupted by kill -9, by Ctrl-C and resumed: all 10,000 submissions, few lines twice, all of one date', async (t) => {
  const queues = await startQueues();
  const file = await fileWith(jsonLines(Array.from({ length: LINES }, (_, id) => message(id))));
  const send = () => sekali(['send', file, ...queues.args]);

  for (const [signal, atLeast] of [
    ['SIGKILL', 1_000],
    ['SIGINT', 4_000],
  ] as const) {
    const { child, ran } = send();
    await until(
      `${atLeast} messages in the queue`,
      async () => (await messagesLeft(queues.client, queues.queueUrl)) >= atLeast,
    );
    child.kill(signal);
    const { output, exitCode } = await ran;
    assert.equal(exitCode, signal === 'SIGKILL' ? null : 1, output);
    if (signal === 'SIGINT')
      assert.match(output, /^Interrupted\. The same command goes on from there\. .*its key is the same/m);
  }
  const sofar = await messagesLeft(queues.client, queues.queueUrl);
  assert.ok(sofar < LINES, `interrupted before its end: ${sofar}`);

  const { done, text } = await sendHere(file, queues.where);
  assert.ok(done, text);
  assert.match(text, /^10,000 of 10,000 lines are in the queue, [\d,]+ of them sent now in /m);
  const bodies = await queues.bodies();
  const keys = new Set(
    bodies.map((body) => keyOf('event-registration', ['userId', 'eventId'], JSON.parse(body).data)),
  );
  assert.equal(keys.size, LINES);
  assert.ok(bodies.length <= LINES + ON_THE_WAY, `${bodies.length - LINES} lines were sent twice`);
  assert.equal(new Set(bodies).size, LINES, 'a line that is sent again is equal to the byte');
  t.diagnostic(`${bodies.length - LINES} lines were sent twice; ${text}`);
});
