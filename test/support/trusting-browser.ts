import { createHash, X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { WarmBrowser } from '../../lib/chromium/browser.ts';
import { launchBrowser } from '../../lib/chromium/launch.ts';
import { TEST_CERTIFICATE } from '../egress/support.ts';

const { publicKey } = new X509Certificate(TEST_CERTIFICATE);
const spki = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
const trust = `--ignore-certificate-errors-spki-list=${spki.digest('base64')}`;

const folder = await mkdtemp(join(tmpdir(), 'trusting-browser-'));

/**
 * A warm browser to which the tests' own certificate is as good as any. (Playwright's `ignoreHTTPSErrors` is not the same: it
 * makes every connection twice, once to learn of the error.)
 */
export const trustingBrowser = new WarmBrowser({
  onFallback(reason) {
    throw new Error(`unexpected fallback: ${reason}`);
  },
  async launch(options) {
    const executablePath = join(folder, 'chromium');
    await writeFile(executablePath, `#!/bin/sh\nexec ${options.chromium.executablePath} "$@" ${trust}\n`);
    await chmod(executablePath, 0o755);
    return launchBrowser({ ...options, chromium: { ...options.chromium, executablePath } });
  },
});
after(async () => {
  await trustingBrowser.close();
  await rm(folder, { recursive: true });
});
