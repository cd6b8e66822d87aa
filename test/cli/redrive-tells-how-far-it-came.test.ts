import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRedrive, redriveCommand } from '../../cli/redrive.ts';

test('the command is known wherever its options stand', () => {
  assert.ok(isRedrive(['redrive', '--stage', 'prod']));
  assert.ok(isRedrive(['--stage', 'prod', '--reason', 'attempts', 'redrive']));
  assert.ok(!isRedrive(['status', 'redrive', '--stage', 'prod']));
  assert.ok(!isRedrive(['--stage', 'redrive', 'list', 'unknown']));
});

test('a queue that fails ends it as not done, with the number of those that are back', async () => {
  const run = await redriveCommand(['redrive', '--param', 'sqsEndpoint=http://127.0.0.1:1']);
  const { done, text } = await run();
  assert.equal(done, false);
  assert.match(text, /^0 sent to the queue again, then it failed: .*ECONNREFUSED/);
});

test('a reason that there is not is no reason to say that nothing was parked for it', async () => {
  const asked = ['redrive', '--reason', 'attemps'];
  await assert.rejects(
    redriveCommand(asked),
    /no reason "attemps"; there are malformed,.*attempts.*movedByQueue/,
  );
});
