import type { FrameLocator, JSHandle, Page } from 'playwright-core';
import type { Candidate, Members, Numbered } from './candidate.ts';
import type { ControlFacts } from './facts.ts';
import { findsOf, groupFindsOf } from './field-finds.ts';
import { type Find, firstThatHolds } from './find.ts';
import { fieldKey } from './names.ts';
import type { ReadFrame } from './read-frame.ts';

/** One thing that a person fills in. */
export interface Field {
  /** In the schema. */
  readonly key: string;
  /** For people. */
  readonly label: string;
  /** The first of its controls, which stands for all. */
  readonly control: ControlFacts;
  /** More than one for radio buttons, and for checkboxes of one name. */
  readonly members: readonly ControlFacts[];
  /** How its control, or the group of its radio buttons, is found; `undefined` where nothing is sure. */
  readonly find: Find | undefined;
  /** Nobody says what it is: no label, and no placeholder. */
  readonly unlabelled: boolean;
}

/** Names the fields of a form, and finds for each a locator that matches it and nothing else. */
export async function fieldsOf(
  root: Page | FrameLocator,
  { found }: ReadFrame,
  candidate: Candidate,
): Promise<Field[]> {
  const fields: Field[] = [];
  for (const members of candidate.fields) {
    const [{ control }] = members;
    const isGroup = members.length > 1 || control.kind === 'radio';
    const label =
      (isGroup && control.group) || control.label || control.placeholder || control.nearby || control.name;
    const taken = new Set(fields.map(({ key }) => key));
    fields.push({
      key: fieldKey(control.name, label, control.id, taken),
      label: label.slice(0, 80),
      control,
      members: members.map((member) => member.control),
      find: await findOf(root, found, candidate, members),
      unlabelled: !isGroup && control.label === '' && control.placeholder === '',
    });
  }
  return fields;
}

/** How one control is found. */
export async function findOfControl(
  root: Page | FrameLocator,
  found: ReadFrame['found'],
  candidate: Candidate,
  { nth, control }: Numbered,
): Promise<Find | undefined> {
  const element = await found.evaluateHandle(({ controls }, at) => controls[at], nth);
  return firstThatHolds(root, findsOf(control, candidate), element);
}

async function findOf(
  root: Page | FrameLocator,
  found: ReadFrame['found'],
  candidate: Candidate,
  members: Members,
): Promise<Find | undefined> {
  const [first] = members;
  if (first.control.kind === 'radio') {
    const group: JSHandle = await found.evaluateHandle(
      groupOf,
      members.map(({ nth }) => nth),
    );
    return firstThatHolds(root, groupFindsOf(members), group);
  }
  return members.length > 1 ? undefined : findOfControl(root, found, candidate, first);
}

/** Runs in the page: what holds exactly these radio buttons, if it is a group. */
function groupOf({ controls }: { readonly controls: Element[] }, members: number[]): Element | null {
  const group = controls[members[0] ?? -1]?.closest('fieldset, [role=radiogroup], [role=group]');
  const radios = [...(group?.querySelectorAll('input[type=radio]') ?? [])];
  return radios.length > 0 && radios.every((radio) => members.some((nth) => controls[nth] === radio))
    ? (group ?? null)
    : null;
}
