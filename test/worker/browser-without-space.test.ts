import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disk, enlargeDisk, rerunOnDisk } from '../chromium/disk.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

if (disk === undefined) rerunOnDisk(import.meta.filename, '150m');
else {
  test('no room for a browser: retried before any claim, with the reason, and no attempt burnt; later sent once', async () => {
    const target = await startTarget((seen, response) =>
      html(response, seen.method === 'POST' ? RECEIPT : PAGE),
    );
    // One attempt is all that there is.
    const params = { backoffBaseMs: 200, maxAttempts: 1 };
    const world = await startWorld({ target, forms: [testForm(target)], params });
    await world.send(message({ name: 'Ana' }));
    world.startPolling();
    await until('some deliveries', () => world.dispositions().length >= 2);
    for (const { disposition, why } of world.dispositions()) {
      assert.equal(disposition, 'retry');
      assert.match(String(why), /MB of free space, a browser needs 325 MB there/);
    }
    assert.deepEqual(await world.keys(), []);

    enlargeDisk('512m');
    await until('an empty queue', async () => (await world.left()) === 0);
    const [key = ''] = await world.keys();
    const { phase, attempt } = await world.record(key);
    assert.deepEqual([phase, attempt], ['submitted', '1']);
    assert.equal(target.count('POST'), 1);
  });
}
