/** A text as a person reads it: how its blanks and accents are coded is not seen. */
export function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
