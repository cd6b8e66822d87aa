import type { ControlFacts, FormTag, FrameFacts } from './facts.ts';

/** A form that may be the one: a `<form>`, or the controls of a frame that are in none. */
export interface Candidate {
  /** The number of its frame. */
  readonly frame: number;
  readonly tag: FormTag | undefined;
  /** What a person fills in, one list for each name of radio buttons and checkboxes. The numbers are those of the frame. */
  readonly fields: readonly Members[];
  readonly hidden: readonly ControlFacts[];
  /** In the form, but not to be seen: another step, or a trap for robots. */
  readonly unseen: readonly ControlFacts[];
  readonly buttons: readonly Numbered[];
  /** The number of the control that submits; `undefined` where none looks like it. */
  readonly submit: number | undefined;
}

export interface Numbered {
  readonly nth: number;
  readonly control: ControlFacts;
}

export type Members = readonly [Numbered, ...Numbered[]];

/** The forms of a page, the one with the most fields first. Forms without a field, and searches, are left out. */
export function candidatesOf(frames: readonly FrameFacts[]): Candidate[] {
  return frames
    .flatMap((facts, frame) => [...facts.forms.keys(), -1].map((form) => candidate(frame, facts, form)))
    .filter((one) => one.fields.length > 0 && !isSearch(one))
    .sort((one, other) => other.fields.length - one.fields.length || Number(!one.tag) - Number(!other.tag));
}

function candidate(frame: number, facts: FrameFacts, form: number): Candidate {
  const own = facts.controls
    .map((control, nth) => ({ nth, control }))
    .filter((one) => one.control.form === form);
  const fillable = own.filter(({ control }) => control.kind !== 'hidden' && control.kind !== 'button');
  // A select that is disabled waits for another choice.
  const canBeFilled = ({ control }: Numbered) =>
    control.visible && (!control.disabled || control.kind === 'select');
  const buttons = own.filter(({ control }) => control.kind === 'button' && control.visible);
  return {
    frame,
    tag: facts.forms[form],
    fields: grouped(fillable.filter(canBeFilled)),
    hidden: own.flatMap(({ control }) => (control.kind === 'hidden' ? control : [])),
    unseen: fillable.flatMap((one) => (canBeFilled(one) ? [] : one.control)),
    buttons,
    submit: submitOf(buttons, form >= 0)?.nth,
  };
}

/** Radio buttons of one name are one field; so are several checkboxes. */
function grouped(controls: readonly Numbered[]): Members[] {
  const groups = new Map<string, [Numbered, ...Numbered[]]>();
  for (const one of controls) {
    const { kind, name, tag } = one.control;
    const joins = tag === 'input' && (kind === 'radio' || kind === 'checkbox') && name !== '';
    const group = joins ? `${kind} ${name}` : `number ${one.nth}`;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [one]);
    else members.push(one);
  }
  return [...groups.values()];
}

const SUBMITS =
  /submit|send|regist|apply|sign ?up|book|order|buy|pay|confirm|place|bid|save|finish|request|subscribe|vote|next|continue|kirim|daftar|simpan|lanjut/i;
const DOES_NOT = /^(?:cancel|back|reset|clear|close|add\b.*|remove\b.*|previous|batal|kembali)$/i;

function submitOf(buttons: readonly Numbered[], inForm: boolean): Numbered | undefined {
  const may = buttons.filter(({ control }) => control.type !== 'reset' && !DOES_NOT.test(control.label));
  const types = may.filter(({ control }) => ['submit', 'image'].includes(control.type));
  const says = ({ control }: Numbered) => SUBMITS.test(control.label);
  if (inForm && types.length > 0) return types.find(says) ?? types[0];
  return may.findLast(says) ?? may.at(-1);
}

function isSearch({ fields, tag }: Candidate): boolean {
  const [one, ...others] = fields;
  if (one === undefined || others.length > 0) return false;
  const [{ control }] = one;
  return (
    control.type.startsWith('search') ||
    (/^(?:q|s|query|search|keyword)$/i.test(control.name) && tag !== undefined)
  );
}
