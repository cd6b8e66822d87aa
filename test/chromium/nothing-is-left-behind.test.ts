import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sweepLeftovers } from '../../lib/chromium/leftovers.ts';
import {
  browserPid,
  children,
  eventually,
  extractedTo,
  fired,
  ownTemporaryFolder,
  processesWith,
  warmBrowser,
} from './support.ts';

const temporary = ownTemporaryFolder();
const leftovers = () => readdirSync(temporary);

function makeOld(): void {
  const twoMinutesAgo = Date.now() / 1000 - 120;
  for (const name of leftovers()) utimesSync(join(temporary, name), twoMinutesAgo, twoMinutesAgo);
}

test('ten launches, half of them ended by a crash, leave no folder and no process', async () => {
  const browser = warmBrowser({ limits: { maxUses: 1 } });
  for (let launch = 0; launch < 10; launch += 1) {
    const loan = await browser.newContext();
    if (launch % 2 === 0) {
      process.kill(await browserPid(loan.context), launch % 4 === 0 ? 'SIGKILL' : 'SIGABRT');
      await fired(loan.gone);
    }
    await loan.close();
  }
  await browser.close();
  await eventually(() => leftovers().length === 0, 'folders removed');
  await eventually(() => processesWith(temporary).length === 0, 'processes ended');
  await eventually(() => children().length === 0, 'no zombies');
});

test('what a killed Node leaves is swept at the next launch, and what lives is not', async () => {
  const lib = JSON.stringify(join(import.meta.dirname, '../../lib/chromium/browser.ts'));
  const script = `
    import { WarmBrowser } from ${lib};
    await new WarmBrowser({ to: ${JSON.stringify(extractedTo)}, onFallback: console.error }).start();
    console.log('started');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(child.stdout, 'data');
  const alive = warmBrowser();
  const loan = await alive.newContext();
  assert.equal(leftovers().length, 4, 'a profile and a folder of each');
  child.kill('SIGKILL');
  await eventually(
    () => processesWith(temporary).length === 1,
    'the browser of the killed Node ends by itself',
  );

  mkdirSync(join(temporary, 'somebody-elses'));
  await sweepLeftovers(temporary);
  assert.equal(leftovers().length, 5, 'what is new may belong to a launch in progress');
  makeOld();
  const next = warmBrowser({ limits: { maxUses: 1 } });
  await next.start();
  assert.equal(leftovers().length, 5, 'two of the living, two of the new, one foreign');
  assert.equal(await loan.page.evaluate('1 + 1'), 2);
  await Promise.all([alive.close(), next.close()]);
  assert.deepEqual(leftovers(), ['somebody-elses']);
});
