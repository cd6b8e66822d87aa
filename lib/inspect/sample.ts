import type { Field } from './field.ts';
import { fromPattern } from './from-pattern.ts';

/** A plausible value for a field; `undefined` where none can be thought of. */
export type Sample = string | number | boolean | readonly string[] | SampleFile | undefined;

export interface SampleFile {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

/** What might stand in a field, so that the page's own checks let it pass. Nothing of it is anybody's. */
export function sampleOf(field: Field): Sample {
  const { control, members } = field;
  const [option] = control.options;
  switch (control.kind) {
    case 'select':
      return control.multiple ? (option ? [option.value] : []) : option?.value;
    case 'radio':
      return members[0]?.value;
    case 'checkbox':
      return members.length > 1 ? members.slice(0, 1).map(({ value }) => value) : true;
    case 'list':
      return option?.label;
    case 'file':
      return sampleFile(control.accept);
    case 'text':
      return sampleText(field);
    case 'button':
    case 'hidden':
      return undefined;
    default:
      return control.kind satisfies never;
  }
}

const BIRTH = /birth|\bborn\b|\bdob\b|lahir/i;

const OF_TYPE: Readonly<Record<string, string>> = {
  email: 'ana.perera@example.org',
  url: 'https://example.org/',
  tel: '+6281234567890',
  color: '#336699',
  time: '10:30',
  week: '2030-W06',
};

function sampleText({ control, label, key }: Field): string | number | undefined {
  const { type, min, max, minLength = 0, maxLength = Infinity, pattern } = control;
  switch (type) {
    case 'number':
    case 'range':
      return Number(min) || Math.min(1, Number(max) || 1);
    case 'date':
      return within(BIRTH.test(`${label} ${key}`) ? '1990-02-05' : '2030-02-05', min, max);
    case 'month':
      return within('2030-02', min, max);
    case 'datetime-local':
      return within('2030-02-05T10:30', min, max);
    default: {
      const about = `${label} ${key}`;
      const first =
        OF_TYPE[type] ?? (/e-?mail|surel/i.test(about) ? OF_TYPE.email : undefined) ?? wordFor(about);
      const fits = (text: string) =>
        text.length >= minLength && text.length <= maxLength && matches(pattern, text);
      return [first, ...GUESSES, ...fromPattern(pattern)]
        .flatMap((text) => lengthened(text, minLength, maxLength))
        .find(fits);
    }
  }
}

/** `within` for texts that sort as what they mean. */
function within(value: string, min: string, max: string): string {
  if (max !== '' && value > max) return max;
  return min !== '' && value < min ? min : value;
}

function wordFor(about: string): string {
  if (/expir|mm\/yy/i.test(about)) return '12/30';
  if (BIRTH.test(about)) return '05/02/1990';
  if (/\bdate|tanggal/i.test(about)) return '05/02/2030';
  if (/post(?:al)? ?code|\bzip|kode ?pos/i.test(about)) return '10110';
  if (/phone|mobile|whatsapp|telp|telepon/i.test(about)) return '+6281234567890';
  if (/card ?n/i.test(about)) return '4111111111111111';
  if (/cvv|cvc|security code/i.test(about)) return '123';
  if (/amount|price|bid|total|jumlah/i.test(about)) return '150';
  if (/\bnik\b|national|ktp|passport|identity/i.test(about)) return '3174051205900001';
  return 'Ana Perera';
}

/** For fields that say by a pattern, or a length, what they take. */
const GUESSES = [
  '1234567890123456',
  '12/30',
  'AB123456',
  'ABC123',
  'AB-1234',
  '05/02/1990',
  '2030-02-05',
  '+62812345678',
];

function lengthened(text: string, minLength: number, maxLength: number): string[] {
  const lengths = /^\d+$/.test(text) ? Array.from({ length: 20 }, (_, nth) => nth + 1) : [];
  const digits = lengths.map((length) => '123456789012345678901234567890'.slice(0, length)).reverse();
  return [text, text.slice(0, maxLength), text.padEnd(minLength, ' and so on'), ...digits];
}

/** As browsers read the attribute. */
export function matches(pattern: string, text: string): boolean {
  if (pattern === '') return true;
  try {
    return new RegExp(`^(?:${pattern})$`, 'v').test(text);
  } catch {
    return true;
  }
}

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function sampleFile(accept: string): SampleFile {
  if (/image|png|jpe?g/i.test(accept) && !/pdf/i.test(accept)) {
    return { name: 'sample.png', type: 'image/png', base64: PNG };
  }
  if (/text|csv|txt/i.test(accept) && !/pdf/i.test(accept)) {
    return { name: 'sample.txt', type: 'text/plain', base64: Buffer.from('sample').toString('base64') };
  }
  return { name: 'sample.pdf', type: 'application/pdf', base64: Buffer.from(PDF).toString('base64') };
}
