import type { Field } from './field.ts';

/**
 * Which fields a message must have: those that the page marks. Where it marks none, all but boxes to tick, since most pages that
 * mark nothing check everything at the other end.
 */
export function requiredOf(fields: readonly Field[]): ReadonlySet<string> {
  const marksAny = fields.some(isMarked);
  const isRequired = (field: Field) => {
    const { control } = field;
    if (isMarked(field)) return true;
    if (control.kind === 'checkbox') return false;
    // A select without an empty option always has a value.
    return (
      !marksAny ||
      (control.kind === 'select' && !control.multiple && !control.hasEmptyOption && !control.disabled)
    );
  };
  return new Set(fields.filter(isRequired).map(({ key }) => key));
}

export function isMarked({ members, control }: Field): boolean {
  if (control.kind === 'checkbox' && members.length > 1) return false;
  return members.some(({ required, label }) => required || /\*$|\(required\)/i.test(label));
}

const SECRET = /password|passcode|\bpin\b|card ?n|cvv|cvc|card number|security code/i;

/** Fields that nobody may be shown. */
export function secretsAmong(fields: readonly Field[]): string[] {
  const isSecret = ({ control, label, key }: Field) =>
    control.type === 'password' || SECRET.test(`${label} ${spaced(key)}`);
  return fields.filter(isSecret).map(({ key }) => key);
}

const isBox = ({ control, members }: Pick<Field, 'control' | 'members'>) =>
  control.kind === 'checkbox' && members.length === 1;

const REPEATS = /confirm|repeat|again|re-?type|ulangi|konfirmasi/i;
const IDENTIFIES = /e-?mail|\b(?:id|nik|ktp|passport|national|identity|username|account)\b/i;

/** The best guess at what makes two submissions the same one: what looks like an id, else everything. */
export function identityOf(fields: readonly Field[], required: ReadonlySet<string>): string[] {
  const secret = new Set(secretsAmong(fields));
  const tells = ({ key, label, control, members }: Field) =>
    control.kind !== 'file' &&
    !isBox({ control, members }) &&
    !secret.has(key) &&
    !REPEATS.test(`${label} ${key}`);
  const may = fields.filter(tells);
  const must = may.filter(({ key }) => required.has(key));
  const looksSo = ({ key, label, control }: Field) =>
    control.kind !== 'checkbox' &&
    control.type !== 'date' &&
    (control.type === 'email' || IDENTIFIES.test(`${label} ${spaced(key)}`));
  const identifying = must.filter(looksSo);
  const all = [identifying, may, fields].find((some) => some.length > 0) ?? [];
  return all.map(({ key }) => key);
}

/** A key's words, so that `userId` ends in the word id. */
const spaced = (key: string) => key.replace(/([a-z\d])([A-Z])/g, '$1 $2');
