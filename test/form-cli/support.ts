import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatted } from '../../cli/form/formatted.ts';
import { definitionOf } from '../../lib/inspect/definition.ts';
import { type InspectedForm, type Inspection, inspect } from '../../lib/inspect/inspect.ts';
import { sharedBrowser } from '../support/run.ts';
import { startTarget, type Target } from '../support/target.ts';
import { PAGES, THANKS } from './pages.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** All pages of `pages.ts`. */
export function startPages(): Promise<Target> {
  return startTarget(({ path, method }, response) => {
    const body = method === 'GET' ? PAGES[path] : THANKS;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body ?? 'Not found');
  });
}

/** Inspects a page as the command does, without its process. */
export function inspectPage(target: Pick<Target, 'url'>, path: string): Promise<Inspection> {
  return inspect(target.url + path, {
    browsers: sharedBrowser,
    signal: new AbortController().signal,
    show: () => {},
  });
}

/** The same, where there has to be a form. */
export async function inspectForm(
  target: Pick<Target, 'url'>,
  path: string,
): Promise<InspectedForm & { page: Inspection }> {
  const page = await inspectPage(target, path);
  if (page.form === undefined) throw new Error(`no form was found at ${path}`);
  return { ...page.form, page };
}

export function definitionFor(page: Inspection, form: InspectedForm, name = 'written'): Promise<string> {
  const options = { name, library: '../../lib/form/index.ts', today: '2030-01-31' };
  return formatted(definitionOf(page, form, options));
}

/** A folder in the project, two below its root, which goes after the tests of the file. */
export async function folderInProject(): Promise<string> {
  const folder = join(root, '.sekali', `form-cli-${process.pid}`);
  await mkdir(folder, { recursive: true });
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Checks all definitions in a folder as this project checks its own. */
export async function compile(folder: string): Promise<void> {
  const config = { extends: '../../tsconfig.json', include: ['*.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', folder]);
  await tsc.catch((failed: { stdout: string }) => assert.fail(failed.stdout));
}

export interface Ran {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** `npm run form -- …`, with what goes to its stdin. */
export const runForm = (args: readonly string[], stdin = ''): Promise<Ran> => startForm(args, stdin).ended;

/** The same, to be meddled with. */
export function startForm(args: readonly string[], stdin: string) {
  const child = spawn(process.execPath, [join(root, 'cli/form.ts'), ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(stdin);
  const ended = async (): Promise<Ran> => {
    const [out, err, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { exitCode, out, err };
  };
  return { child, ended: ended() };
}
