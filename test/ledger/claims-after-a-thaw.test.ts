import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();

/** What a long freeze does: the server gives the connection up, and this process, being frozen, does not see it. */
function freezeWhileConnectionsBreak(port: number): void {
  const kill = `require('node:net').connect(${port}, '127.0.0.1').end('CLIENT KILL TYPE normal SKIPME yes\\r\\n').resume()`;
  execFileSync(process.execPath, ['-e', kill], { env: {} });
}

test('the first claim after a thaw finds a dead socket: it reconnects once and succeeds, in well under 2 s', async () => {
  await on.ledger.claim(claimRequest(newClaim(newKey())));
  freezeWhileConnectionsBreak(on.server.port);
  const startedMs = performance.now();
  const mine = newClaim(newKey());
  assert.deepEqual(await on.ledger.claim(claimRequest(mine)), { kind: 'claimed', attempt: 1 });
  assert.ok(performance.now() - startedMs < 2_000);
  assert.equal(await on.ledger.arm(mine, ARM_TIMES), 'armed');
});

test('an arm that finds a dead socket is not sent again: it fails, and nothing is armed', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  freezeWhileConnectionsBreak(on.server.port);
  await assert.rejects(on.ledger.arm(mine, ARM_TIMES), /Redis:/);
  assert.equal((await on.record(mine.key)).phase, 'claimed');
});
