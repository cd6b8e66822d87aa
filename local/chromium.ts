import { type Extracted, extractChromium } from '../lib/chromium/extract.ts';
import { aptInstall, hasApt } from './system-packages.ts';

/** Functions under `serverless offline` see no TMPDIR, so theirs is this. */
const FOLDER = '/tmp';
/** What the packaged Chromium takes from the system, by Debian's names. */
const LIBRARIES = ['libsqlite3-0', 'libgcc-s1'];

/**
 * Unpacks Chromium where the functions look for it, and installs the libraries that it needs where apt may.
 * @throws Error in plain words, see `extractChromium`
 */
export async function readyChromium(say: (line: string) => void = console.error): Promise<Extracted> {
  try {
    return await extractChromium({ to: FOLDER });
  } catch (error) {
    const isLibrary = error instanceof Error && error.message.includes('the system has no lib');
    if (!isLibrary || !(await hasApt())) throw error;
    say(`Chromium needs ${LIBRARIES.join(' and ')}: installing with apt-get`);
    await aptInstall(...LIBRARIES);
    return extractChromium({ to: FOLDER });
  }
}
