/** What a page has, as plain data: read in the browser, judged and written outside of it. */

export type ControlKind =
  | 'text'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'file'
  /** A list that a script draws. */
  | 'list'
  | 'hidden'
  | 'button';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** One control of a page. */
export interface ControlFacts {
  readonly kind: ControlKind;
  readonly tag: string;
  /** The type of an input or button, or the role of what is none. */
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly value: string;
  /** By `<label>`, `aria-labelledby` or `aria-label`: what `getByLabel` finds; of a button: what stands on it. */
  readonly label: string;
  /** Where there is no label: what stands before it, for people. */
  readonly nearby: string;
  /** The legend of the group that it is in. */
  readonly group: string;
  readonly placeholder: string;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  /** Itself, or, of a box that a style sheet draws, its label. */
  readonly visible: boolean;
  readonly multiple: boolean;
  readonly min: string;
  readonly max: string;
  readonly step: string;
  readonly pattern: string;
  readonly accept: string;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** Without those that are disabled or empty. */
  readonly options: readonly Option[];
  /** One may leave it unchosen: it has an option without a value. */
  readonly hasEmptyOption: boolean;
  /** Which form of its frame owns it; -1 where none does. */
  readonly form: number;
}

/** One `<form>`. */
export interface FormTag {
  readonly id: string;
  readonly name: string;
  /** As it is written. */
  readonly action: string | undefined;
  readonly method: string;
  readonly enctype: string;
  readonly noValidate: boolean;
  readonly visible: boolean;
  readonly inShadow: boolean;
}

/** One frame of a page, the main one too. */
export interface FrameFacts {
  readonly url: string;
  readonly forms: readonly FormTag[];
  readonly controls: readonly ControlFacts[];
}
