import type { HttpSubmit, HttpValue } from '../form/define.ts';
import type { FileData } from '../form/file.ts';
import { MisfitError } from '../submission/errors.ts';
import type { Control } from './http-controls.ts';
import { Files, filesOrNone } from './http-files.ts';

/** One field of the submission. */
export type Entry =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: FileData };

type Values = ReturnType<HttpSubmit<never>['values']>;

/** The button that is pressed: the one that `values` names, else the first of the form, as the Enter key does. */
export function pressedOf(controls: readonly Control[], values: Values): Control | undefined {
  const buttons = controls.filter(({ kind }) => kind === 'button');
  return (
    buttons.find(({ name, values: [value] }) => listOf(values[name]).includes(value ?? '')) ?? buttons[0]
  );
}

/**
 * What the form sends, in the order of the page, with `values` filled in.
 * @throws MisfitError when the page does not have a name; Error when it does not have a choice, or does not take a file
 */
export function entriesOf(
  controls: readonly Control[],
  pressed: Control | undefined,
  values: Values,
): readonly Entry[] {
  const given = new Map<string, Filling>();
  const files = new Map<string, Files>();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const list = listOf(value);
    if (list.some(isFile)) files.set(name, new Files(name, controls, list.filter(isFile)));
    else given.set(name, new Filling(name, controls, list.filter(isText)));
  }
  const entries = controls.flatMap((control): Entry[] => {
    const { name } = control;
    if (control.kind === 'button') return control === pressed ? pressedEntries(control) : [];
    if (name === '') return [];
    if (control.kind === 'file') {
      return (files.get(name)?.into(control) ?? filesOrNone()).map((file) => ({ name, file }));
    }
    return (given.get(name)?.into(control) ?? control.values).map((text) => ({ name, text }));
  });
  for (const filling of [...given.values(), ...files.values()]) filling.checkRest(pressed);
  return entries;
}

/** @throws MisfitError that names the first required field without a value */
export function checkRequired(controls: readonly Control[], entries: readonly Entry[]): void {
  const isFilled = (entry: Entry) => ('text' in entry ? entry.text : entry.file.name) !== '';
  const filled = new Set(entries.filter(isFilled).map(({ name }) => name));
  const empty = controls.find(({ name, required }) => required && name !== '' && !filled.has(name));
  if (empty !== undefined)
    throw new MisfitError(`the page requires the field "${empty.name}", which would be empty`);
}

/** The values for one name, on their way into its controls. */
class Filling {
  readonly #name: string;
  /** A checkbox may stand beside a hidden field of its name, which is for when it is not checked. */
  readonly #kind: Control['kind'];
  readonly #rest: string[];

  constructor(name: string, controls: readonly Control[], list: readonly string[]) {
    const named = controls.filter((control) => control.name === name && control.name !== '');
    const kind = (['choice', 'text', 'hidden', 'button', 'file'] as const).find((one) =>
      named.some((control) => control.kind === one),
    );
    if (kind === undefined) throw new MisfitError(`the form on the page has no field "${name}"`);
    if (kind === 'file' && list.length > 0) {
      throw new Error(`"${name}" takes a file: { name, type, base64 }`);
    }
    this.#name = name;
    this.#kind = kind;
    this.#rest = [...list];
  }

  into({ kind, choices, values }: Control): readonly string[] {
    if (kind !== this.#kind) return values;
    if (kind !== 'choice') return [this.#rest.shift() ?? values[0] ?? ''];
    return choices.filter((choice) => {
      const at = this.#rest.indexOf(choice);
      if (at >= 0) this.#rest.splice(at, 1);
      return at >= 0;
    });
  }

  checkRest(pressed: Control | undefined): void {
    const pressedHere = this.#kind === 'button' && pressed?.name === this.#name;
    const rest = pressedHere ? this.#rest.filter((value) => value !== pressed.values[0]) : this.#rest;
    if (rest.length > 0)
      throw new Error(`the page has no place, or no such choice, for a value of "${this.#name}"`);
  }
}

function pressedEntries({ name, values: [text = ''], attribute }: Control): Entry[] {
  // Where it was clicked: the key Enter is at its corner.
  if (attribute('type')?.toLowerCase() === 'image') {
    const prefix = name === '' ? '' : `${name}.`;
    return ['x', 'y'].map((axis) => ({ name: prefix + axis, text: '0' }));
  }
  return name === '' ? [] : [{ name, text }];
}

function listOf(value: Values[string]): readonly (string | FileData)[] {
  if (value === undefined) return [];
  const list: readonly (string | number | FileData)[] = isList(value) ? value : [value];
  return list.map((one) => (typeof one === 'number' ? String(one) : one));
}

/** `Array.isArray` does not know lists that are only to be read. */
const isList = (value: HttpValue): value is readonly string[] | readonly FileData[] => Array.isArray(value);
const isText = (value: string | FileData): value is string => !isFile(value);
const isFile = (value: string | FileData): value is FileData => typeof value === 'object';
