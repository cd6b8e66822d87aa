import { access } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forms } from '../../forms/index.ts';
import type { Form } from '../../lib/form/index.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import { root } from './root.ts';

/** A form that a person means by its name, or by a file: its definition is read when it is asked for. */
export interface MeantForm {
  readonly name: string;
  load(): Promise<Form>;
}

/**
 * Finds what is meant by NAME: a form of the index, a file in `forms/`, or the path of a definition.
 * @throws Error when there is none
 */
export async function meantForm(what: string): Promise<MeantForm> {
  const registered = forms.find(({ name }) => name === what);
  if (registered !== undefined) return { name: what, load: async () => registered };
  const isPath = what.includes('/') || what.endsWith('.ts');
  const file = isPath ? resolve(what) : join(root, 'forms', `${what}.ts`);
  try {
    await access(file);
  } catch {
    const known = forms.map(({ name }) => name).join(', ');
    throw new Error(
      `There is no form "${what}": no ${relative(root, file)}, and forms/index.ts has ${known}.`,
    );
  }
  return { name: what, load: () => load(file) };
}

async function load(file: string): Promise<Form> {
  const module: { default?: Form } = await import(pathToFileURL(file).href).catch((thrown: unknown) => {
    throw new Error(`${relative(root, file)} does not load: ${messageOf(thrown)}`);
  });
  if (typeof module.default?.name !== 'string') {
    throw new Error(`${relative(root, file)} has no form: export default defineForm({ … })`);
  }
  return module.default;
}
