import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { aptInstall, hasApt, programOnPath } from '../../local/system-packages.ts';

const TRIAL = [
  '--unshare-user',
  '--unshare-pid',
  '--ro-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  'true',
];
const TRIAL_TIMEOUT_MS = 10_000;

export type Bubblewrap = { readonly path: string } | { readonly missing: string };

/** The program bwrap, installed with apt (as root) when there is none; or why there is none that works here. */
export async function bubblewrap(): Promise<Bubblewrap> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return {
      missing: `the packaged Chromium runs on Linux x64, and this is ${process.platform} ${process.arch}`,
    };
  }
  let path = await programOnPath('bwrap');
  if (path === undefined && (await hasApt())) {
    await aptInstall('bubblewrap');
    path = await programOnPath('bwrap');
  }
  if (path === undefined) {
    return { missing: 'the program bwrap is missing; "sudo apt-get install bubblewrap" brings it' };
  }
  try {
    await promisify(execFile)(path, TRIAL, { timeout: TRIAL_TIMEOUT_MS });
    return { path };
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim() || String(error);
    return {
      missing: `this system lets nobody make a sandbox (user namespaces are off, or this is a container): ${why}`,
    };
  }
}
