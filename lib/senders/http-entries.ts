import type { HttpSubmit } from '../form/define.ts';
import type { Control } from './http-controls.ts';

/** One field of the submission; a file, always an empty one, has no text. */
export interface Entry {
  readonly name: string;
  readonly text?: string;
}

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
 * @throws Error when the page does not have a name or a choice, or has none for a required field
 */
export function entriesOf(
  controls: readonly Control[],
  pressed: Control | undefined,
  values: Values,
): readonly Entry[] {
  const given = new Map<string, Filling>();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) given.set(name, new Filling(name, controls, listOf(value)));
  }
  const entries = controls.flatMap((control): Entry[] => {
    const { name } = control;
    if (control.kind === 'button') return control === pressed ? pressedEntries(control) : [];
    if (name === '') return [];
    if (control.kind === 'file') return [{ name }];
    return (given.get(name)?.into(control) ?? control.values).map((text) => ({ name, text }));
  });
  for (const filling of given.values()) filling.checkRest(pressed);
  return entries;
}

/** @throws Error that names the first required field without a value */
export function checkRequired(controls: readonly Control[], entries: readonly Entry[]): void {
  const filled = new Set(entries.filter(({ text = '' }) => text !== '').map(({ name }) => name));
  const empty = controls.find(({ name, required }) => required && name !== '' && !filled.has(name));
  if (empty !== undefined)
    throw new Error(`the page requires the field "${empty.name}", which would be empty`);
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
    if (kind === undefined) throw new Error(`the form on the page has no field "${name}"`);
    if (kind === 'file') throw new Error(`"${name}" takes a file, which the sender http does not send`);
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

function listOf(value: Values[string]): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
