import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { LedgerError } from '../../lib/submission/errors.ts';
import { ARM_TIMES, claimRequest, ledgerOptions, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();

/** What the relay does with the next answer of Redis: hand it over, drop it and cut, or hand it over and cut. */
let atAnswer: 'pass' | 'dropAndCut' | 'passAndCut' = 'pass';
let ledger: RedisLedger;
const sockets = new Set<Socket>();
const relay = createServer((client) => {
  const server = connect(on.server.port, '127.0.0.1');
  for (const socket of [client, server]) {
    sockets.add(socket);
    socket.on('error', () => {});
  }
  const cut = () => {
    client.destroy();
    server.destroy();
  };
  client.pipe(server);
  client.on('close', cut);
  server.on('close', cut);
  server.on('data', (answer) => {
    const now = atAnswer;
    atAnswer = 'pass';
    if (now === 'dropAndCut') cut();
    else if (now === 'passAndCut') client.end(answer, () => server.destroy());
    else client.write(answer);
  });
});

before(async () => {
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = `redis://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  // There is no replica: a WAIT is still unanswered when the answer to its script comes.
  ledger = new RedisLedger(ledgerOptions(url, { waitReplicas: 1, waitTimeoutMs: 200 }));
});

after(() => {
  ledger.close();
  for (const socket of sockets) socket.destroy();
  relay.close();
});

beforeEach(() => on.redis.script('FLUSH'));

/** How often Redis was asked for each of these since the last reset; a command sent on arrives in the same count. */
async function calls(): Promise<Record<'eval' | 'evalsha' | 'wait', number>> {
  const stats = await on.redis.info('commandstats');
  const of = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  return { eval: of('eval'), evalsha: of('evalsha'), wait: of('wait') };
}

test('the connection is cut before the answer to an arm: it is not sent again, nor its WAIT', async () => {
  // So that Redis knows the script.
  const other = newClaim(newKey());
  await ledger.claim(claimRequest(other));
  await ledger.arm(other, ARM_TIMES);
  const mine = newClaim(newKey());
  await ledger.claim(claimRequest(mine));
  await on.redis.config('RESETSTAT');

  atAnswer = 'dropAndCut';
  await assert.rejects(ledger.arm(mine, ARM_TIMES), LedgerError);
  assert.equal((await on.record(mine.key)).phase, 'armed');
  // On the same connection: whatever the client still wanted to send has gone before it.
  await ledger.claim(claimRequest(newClaim(newKey())));
  assert.deepEqual(await calls(), { eval: 0, evalsha: 2, wait: 2 });
  assert.equal((await on.record(mine.key)).armSeq, '1');
});

test('cut when the script must be sent in full: the arm fails now, and is not kept for the next connection', async () => {
  const mine = newClaim(newKey());
  await ledger.claim(claimRequest(mine));
  await on.redis.config('RESETSTAT');

  atAnswer = 'passAndCut';
  await assert.rejects(ledger.arm(mine, ARM_TIMES), LedgerError);
  await ledger.claim(claimRequest(newClaim(newKey())));
  assert.deepEqual(await calls(), { eval: 0, evalsha: 2, wait: 2 });
  assert.equal((await on.record(mine.key)).phase, 'claimed');
});
