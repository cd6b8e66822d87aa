import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSystem, extractChromium } from '../../lib/chromium/extract.ts';
import { checkLibraries } from '../../lib/chromium/libraries.ts';
import { limits } from '../../lib/chromium/limits.ts';
import { smallPackage } from './package-fixture.ts';
import { ownTemporaryFolder } from './support.ts';

const temporary = ownTemporaryFolder();

test('another system or processor', () => {
  assert.throws(() => checkSystem('darwin', 'arm64'), /Linux x64 only, and this is darwin arm64/);
  assert.throws(() => checkSystem('linux', 'arm64'), /x86_64 in Lambda/);
});

test('a folder that is not that of the package', async () => {
  const nowhere = join(temporary, 'nowhere', 'bin');
  await assert.rejects(extractChromium({ from: nowhere, to: temporary }), (error: Error) =>
    error.message.includes(nowhere),
  );
  mkdirSync(nowhere, { recursive: true });
  writeFileSync(join(nowhere, '..', 'package.json'), '{"name":"something-else","version":"1.0.0"}');
  await assert.rejects(
    extractChromium({ from: nowhere, to: temporary }),
    /is not that of @sparticuz\/chromium/,
  );
});

test('a system library that only the first TLS connection would miss', async () => {
  const from = await smallPackage(join(temporary, 'package'));
  const { env } = await extractChromium({ from, to: temporary });
  const libraries = env.LD_LIBRARY_PATH?.split(':')[0] ?? '';
  const library = readFileSync(join(libraries, 'libsoftokn3.so'), 'latin1');
  // The same file, asking for a library that no system has.
  const asking = join(temporary, 'asking.so');
  writeFileSync(asking, library.replaceAll('libsqlite3.so.0', 'libsqlite9.so.0'), 'latin1');
  await assert.rejects(checkLibraries([asking], libraries), /the system has no libsqlite9\.so\.0/);
  await checkLibraries([join(libraries, 'libsoftokn3.so')], libraries);
});

test('a start that fails for it is reported as such, not as a host that cannot reuse a browser', async () => {
  const { WarmBrowser } = await import('../../lib/chromium/browser.ts');
  const fallbacks: string[] = [];
  const browser = new WarmBrowser({
    from: '/nowhere/bin',
    onFallback: (reason) => fallbacks.push(reason),
    limits,
  });
  await assert.rejects(browser.start(), /No Chromium package at \/nowhere\/bin/);
  await assert.rejects(browser.newContext(), /No Chromium package at \/nowhere\/bin/);
  assert.deepEqual(fallbacks, []);
});
