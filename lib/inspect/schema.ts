import type { Field } from './field.ts';
import { quoted } from './find.ts';

/** More choices than anybody wants to read in a definition. */
const MAX_CHOICES = 60;

export interface FieldSchema {
  /** Zod, as code. */
  readonly code: string;
  /** What of the page it does not say; for a comment. */
  readonly note?: string;
}

/** What filling it showed of its choices. */
export interface Choices {
  /** They load after another choice. */
  readonly cascading: boolean;
  /** What a list showed that a script draws. */
  readonly listed: readonly string[];
}

/** The schema of one field, with the limits that the page gives it. */
export function schemaOf(field: Field, isRequired: boolean, choices: Choices): FieldSchema {
  const { code, note } = bareSchema(field, isRequired, choices);
  return { code: code + unlessGiven(field, isRequired), ...(note !== undefined && { note }) };
}

/** A box that nobody mentions is not ticked. */
function unlessGiven({ control, members }: Field, isRequired: boolean): string {
  if (control.kind === 'checkbox' && members.length > 1) return '.default([])';
  if (isRequired) return '';
  return control.kind === 'checkbox' ? '.default(false)' : '.optional()';
}

function bareSchema({ control, members }: Field, isRequired: boolean, choices: Choices): FieldSchema {
  switch (control.kind) {
    case 'select': {
      if (choices.cascading)
        return { code: 'z.string().min(1)', note: 'its choices load after another choice' };
      const one = choicesOf(control.options.map(({ value }) => value));
      return control.multiple ? { ...one, code: `z.array(${one.code})` } : one;
    }
    case 'radio':
      return choicesOf(members.map(({ value }) => value));
    case 'checkbox':
      if (members.length > 1)
        return { code: `z.array(${choicesOf(members.map(({ value }) => value)).code})` };
      return { code: isRequired ? 'z.literal(true)' : 'z.boolean()' };
    case 'list': {
      const shown = [...control.options.map(({ label }) => label), ...choices.listed];
      // An input shows what goes with what is typed, perhaps not all.
      if (shown.length > 0 && control.tag !== 'input') return choicesOf(shown);
      return {
        code: 'z.string().min(1)',
        note: `as its list writes it: ${shown.slice(0, 3).join(', ') || 'look'}`,
      };
    }
    case 'file': {
      const types = typesOf(control.accept);
      const given = types.length > 0 ? types : ['application/pdf', 'image/jpeg', 'image/png'];
      const file = `fileField({ types: [${given.map(quoted).join(', ')}] })`;
      return {
        code: control.multiple ? `z.array(${file})` : file,
        ...(types.length === 0 && { note: 'the page does not say which types it takes' }),
      };
    }
    case 'text':
      return { code: textSchema({ control, isRequired }) };
    case 'hidden':
    case 'button':
      throw new Error(`nobody fills in a ${control.kind}`);
    default:
      return control.kind satisfies never;
  }
}

function choicesOf(values: readonly string[]): FieldSchema {
  const all = [...new Set(values)];
  if (all.length === 0) return { code: 'z.string().min(1)' };
  if (all.length > MAX_CHOICES)
    return { code: 'z.string().min(1)', note: `one of the ${all.length} of the page` };
  return { code: `z.enum([${all.map(quoted).join(', ')}])` };
}

function textSchema({ control, isRequired }: { control: Field['control']; isRequired: boolean }): string {
  const { type, min, max, step } = control;
  switch (type) {
    case 'number':
    case 'range': {
      const isWhole = step === '' || /^\d+$/.test(step);
      const limits = [
        ...(isNumber(min) ? [`.min(${Number(min)})`] : []),
        ...(isNumber(max) ? [`.max(${Number(max)})`] : []),
      ];
      return `z.${isWhole ? 'int' : 'number'}()${limits.join('')}`;
    }
    case 'email':
      return `z.email()${longest(control)}`;
    case 'url':
      return `z.url()${longest(control)}`;
    case 'date':
      return 'z.iso.date()';
    case 'time':
      return String.raw`z.string().regex(/^\d\d:\d\d$/)`;
    case 'datetime-local':
      return String.raw`z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)`;
    case 'month':
      return String.raw`z.string().regex(/^\d{4}-\d\d$/)`;
    case 'week':
      return String.raw`z.string().regex(/^\d{4}-W\d\d$/)`;
    case 'color':
      return 'z.string().regex(/^#[0-9a-f]{6}$/)';
    default: {
      const pattern = patternOf(control.pattern);
      const shortest = Math.max(control.minLength ?? 0, isRequired && pattern === '' ? 1 : 0);
      return `z.string()${shortest > 0 ? `.min(${shortest})` : ''}${longest(control)}${pattern}`;
    }
  }
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text));

const longest = ({ maxLength }: Field['control']) => (maxLength === undefined ? '' : `.max(${maxLength})`);

/** As browsers read it: the whole value, with the flag `v`. A pattern that is none is ignored by them too. */
function patternOf(pattern: string): string {
  if (pattern === '') return '';
  for (const flag of ['u', 'v']) {
    try {
      const whole = pattern.includes('|') ? `^(?:${pattern})$` : `^${pattern}$`;
      return `.regex(/${new RegExp(whole, flag).source}/${flag})`;
    } catch {
      // The other flag, or none.
    }
  }
  return '';
}

const TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
  'image/*': 'image/jpeg image/png',
};

/** What `accept` names, as media types; empty where it leaves it open. */
function typesOf(accept: string): string[] {
  const all = accept.split(',').flatMap((one) => {
    const type = one.trim().toLowerCase();
    return (TYPES[type] ?? (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : '')).split(' ');
  });
  return [...new Set(all.filter((type) => type !== ''))];
}
