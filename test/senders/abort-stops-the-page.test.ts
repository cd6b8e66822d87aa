import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { browserRun, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';
import { turnOf } from '../support/turn.ts';

test('the borrowed is lost while the form is being filled: the page stops, nothing is sent, the context closes', async () => {
  const target = await startTarget((_, response) => html(response, PAGE));
  const typing = Promise.withResolvers<void>();
  let typed = 0;
  const form = testForm(target, {
    fill: async (page) => {
      for (let nth = 0; nth < 100; nth++) {
        await page.locator('input').pressSequentially('a');
        typed++;
        typing.resolve();
        await sleep(20);
      }
    },
  });
  const world = turnOf({ submission: { open: () => browserRun(form, target) } });
  // The ledger does not answer either: stopping must not wait for it.
  const released = Promise.withResolvers<'notOwner'>();
  world.ledger.release = () => released.promise;
  world.ledger.renewals = [false];
  const disposition = submitOnce(world.turn);
  await typing.promise;
  await world.clock.advance(4_000);
  await sleep(200);
  const typedSoon = typed;
  await sleep(300);
  assert.equal(typed, typedSoon, 'the page went on after the abort');
  released.resolve('notOwner');
  assert.equal((await disposition).kind, 'retry');
  assert.equal(target.count('POST'), 0);
});
