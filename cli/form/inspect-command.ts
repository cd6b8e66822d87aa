import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { registryOf } from '../../lib/form/registry.ts';
import { definitionOf } from '../../lib/inspect/definition.ts';
import { inspect } from '../../lib/inspect/inspect.ts';
import { localTargetsOf } from '../../lib/inspect/local-target.ts';
import { formName } from '../../lib/inspect/names.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import { formatted } from './formatted.ts';
import { plainText } from './plain-text.ts';
import { root } from './root.ts';
import { inSession } from './session.ts';
import { asData, asText, nextSteps } from './show-inspection.ts';

export interface InspectArguments {
  readonly url: string;
  readonly name?: string | undefined;
  /** Where the definition goes; `-`: to stdout, and everything else to stderr. */
  readonly out?: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
}

/** `inspect`: what the page is, and a definition of its form. @returns the exit code */
export async function inspectCommand({ url, name, out, force, json }: InspectArguments): Promise<number> {
  const tell = (text: string) => (out === '-' ? console.error : console.log)(plainText(text));
  // Before the work, where the name is known.
  if (name !== undefined && !force) await refuseExisting(fileOf(name, out));
  const page = await inSession(async (session) => {
    const [local] = localTargetsOf(url);
    if (local !== undefined)
      session.say(`Lets through ${local}, an address of this machine, since you name it.`);
    return inspect(url, session);
  });
  const { form } = page;
  if (form === undefined) {
    if (json) console.log(JSON.stringify(asData(page), null, 2));
    else tell(asText(page));
    console.error('Nothing to fill in was found, so no definition was written.');
    return 1;
  }
  const called = name ?? formName(page.title, page.url);
  const file = fileOf(called, out);
  const library = relative(dirname(file ?? fileOf(called) ?? ''), join(root, 'lib/form/index.ts'));
  const today = new Date().toISOString().slice(0, 10);
  const text = await formatted(definitionOf(page, form, { name: called, library, today }));
  if (json) {
    if (file !== undefined) await write(file, text, force);
    console.log(
      JSON.stringify({ ...asData(page), name: called, file: file ?? null, definition: text }, null, 2),
    );
    return 0;
  }
  tell(asText(page));
  if (file === undefined) {
    process.stdout.write(text);
    return 0;
  }
  await write(file, text, force);
  tell(nextSteps(called, relative(root, file), form));
  return 0;
}

/** `undefined`: to stdout. */
function fileOf(name: string, out?: string): string | undefined {
  if (out === '-') return undefined;
  return out === undefined ? join(root, 'forms', `${name}.ts`) : resolve(out);
}

async function refuseExisting(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists)
    throw new Error(`${relative(root, file)} exists: --force overwrites it, --name gives another name`);
}

/** @throws Error when the file exists, or what was written is no definition */
async function write(file: string, text: string, force: boolean): Promise<void> {
  if (!force) await refuseExisting(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  try {
    const written: { default: Parameters<typeof registryOf>[0][number] } = await import(
      pathToFileURL(file).href
    );
    registryOf([written.default]);
  } catch (thrown) {
    throw new Error(`${relative(root, file)} was written, but does not load as it is: ${messageOf(thrown)}`);
  }
}
