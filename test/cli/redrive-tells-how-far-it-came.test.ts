import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redriveParked } from '../../cli/redrive.ts';

test('a queue that fails ends it as not done, with the number of those that are back', async () => {
  const { done, text } = await redriveParked({
    stage: 'local',
    param: [
      'sqsEndpoint=http://127.0.0.1:1',
      'queueUrl=http://127.0.0.1:1/q',
      'parkingUrl=http://127.0.0.1:1/p',
    ],
  });
  assert.equal(done, false);
  assert.match(text, /^0 sent to the queue again, then it failed: .*ECONNREFUSED/);
});
