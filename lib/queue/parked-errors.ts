import type { FieldError } from '../submission/errors.ts';

/** SQS refuses longer attributes. */
const MAX_ATTRIBUTE_BYTES = 4_096;

/** As many of the errors as fit into an attribute of a message; of the first one at least its beginning. */
export function fitting(errors: readonly FieldError[]): readonly FieldError[] {
  for (let count = errors.length; count > 0; count--) {
    const some = errors.slice(0, count);
    if (Buffer.byteLength(printable(JSON.stringify(some))) <= MAX_ATTRIBUTE_BYTES) return some;
  }
  const first = errors[0] ?? { field: '', message: '' };
  return [{ field: first.field.slice(0, 200), message: first.message.slice(0, 600) }];
}

/** SQS refuses control characters and half characters in attributes. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the ones to be taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
