import { stripVTControlCharacters } from 'node:util';
import { messageOf } from '../submission/errors.ts';

/**
 * What went wrong, in one line. Playwright puts a log of its calls below the message, which holds the values that were
 * being filled in: these must not get into records, logs or parked messages. What it was waiting for may stay.
 */
export function plainError(thrown: unknown): string {
  const [first = '', ...log] = stripVTControlCharacters(messageOf(thrown)).split('\n');
  const waiting = log.find((line) => line.includes('waiting for '));
  return waiting === undefined ? first : `${first} (${waiting.replace(/^[\s-]+/, '')})`;
}
