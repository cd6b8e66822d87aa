import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { extractChromium } from '../../lib/chromium/extract.ts';
import { lackOfSpace } from '../../lib/chromium/space.ts';
import { disk, enlargeDisk, rerunOnDisk } from './disk.ts';
import { warmBrowser } from './support.ts';

if (disk === undefined) rerunOnDisk(import.meta.filename, '150m');
else tests(disk);

function tests(folder: string): void {
  /** Takes up all but so much. */
  function leaveFree(megabytes: number, file = 'ballast'): void {
    const { bavail, bsize } = statfsSync(folder);
    execFileSync('fallocate', ['-l', String(bavail * bsize - megabytes * 1e6), join(folder, file)]);
  }

  test('Chromium does not fit: the error names the space and the folder, and nothing half is left', async () => {
    await assert.rejects(extractChromium({ to: folder }), (error: Error) => {
      assert.match(error.message, /could not be extracted to .* \(it needs 220 MB there\): .*ENOSPC/);
      return error.message.includes(folder);
    });
    assert.deepEqual(readdirSync(folder), []);
  });

  test('a browser is not even tried there, nor taken for one that cannot be reused; with room it starts', async () => {
    const browser = warmBrowser({ to: folder });
    await assert.rejects(browser.newContext(), /has 157 MB of free space, a browser needs 325 MB there/);
    assert.deepEqual(readdirSync(folder), []);
    enlargeDisk('512m');
    const loan = await browser.newContext();
    assert.equal(await loan.page.evaluate('1 + 1'), 2);
    await loan.close();
    await browser.close();
  });

  test('once extracted it is the working space that counts', async () => {
    assert.equal(await lackOfSpace(), undefined);
    leaveFree(99);
    assert.match((await lackOfSpace()) ?? '', /has 99 MB of free space, a browser needs 100 MB there/);
    rmSync(join(folder, 'ballast'));
    assert.equal(await lackOfSpace(), undefined);
  });

  test('what the dead left there is swept when the space is needed', async () => {
    const old = Date.now() / 1000 - 120;
    const uid = process.getuid?.();
    for (const name of [`sekali-chromium-${uid}-1.partial-1-1-0`, 'sekali-browser-x', 'core.1']) {
      mkdirSync(join(folder, name));
      leaveFree(10, join(name, 'rubbish'));
      utimesSync(join(folder, name), old, old);
      const lack = await lackOfSpace();
      // Nobody's but ours.
      if (name === 'core.1') assert.match(lack ?? '', /has 10 MB/);
      else assert.equal(lack, undefined, name);
    }
  });
}
