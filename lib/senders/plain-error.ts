import { stripVTControlCharacters } from 'node:util';
import { messageOf } from '../submission/errors.ts';

/**
 * A page may make an address, and so an error that names it, of megabytes. What a record keeps is cut once more, after its secrets
 * are out (`lib/form/secrets.ts`): half of one would not be recognised.
 */
const MAX_CHARACTERS = 20_000;

/**
 * Forms that submit by GET carry everything in the query, and an address may hold a password (`https://user:password@host/`):
 * neither must get into records, logs or parked messages. Cut where it is long.
 */
export function withoutQuery(text: string): string {
  const cut = text.slice(0, MAX_CHARACTERS).replace(/(https?:\/\/)[^\s/?#"@]*@/g, '$1');
  return cut.replace(/(https?:\/\/[^\s?#"')]*|^\/[^\s?#"')]*)[?#][^\s"')]*/g, '$1');
}

/**
 * What went wrong, in one line. Playwright puts a log of its calls below the message, which holds the values that were
 * being filled in: these must not get into records, logs or parked messages. What it was waiting for may stay.
 */
export function plainError(thrown: unknown): string {
  const [first = '', ...log] = stripVTControlCharacters(messageOf(thrown)).split('\n');
  const waiting = log.find((line) => line.includes('waiting for '));
  return withoutQuery(waiting === undefined ? first : `${first} (${waiting.replace(/^[\s-]+/, '')})`);
}

/**
 * Whether Playwright says that the page has no such control, or several of it. One that is there and cannot be used, or an option
 * that does not come, may be a matter of time or of the data.
 */
export function isAbsent(thrown: unknown): boolean {
  const message = stripVTControlCharacters(messageOf(thrown));
  if (message.includes('strict mode violation')) return true;
  return (
    message.includes('Timeout ') &&
    message.includes('waiting for ') &&
    !message.includes('locator resolved to')
  );
}
