import { stripVTControlCharacters } from 'node:util';

/** What a page says must not move the cursor, or change what stands on the terminal already. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n]/gu, ' ');
}
