/** Shorter values stand in too many words. */
const MIN_LENGTH = 3;

/**
 * Takes the values of a message out of a text that goes into records, logs and parked messages: a locator may be made from
 * them, and a form's own error may quote them.
 */
export function withoutValues(text: string, data: unknown): string {
  return valuesOf(data)
    .filter((value) => value.length >= MIN_LENGTH)
    .sort((one, other) => other.length - one.length)
    .reduce((clean, value) => clean.replaceAll(value, '…'), text);
}

function valuesOf(data: unknown): string[] {
  if (typeof data === 'string' || typeof data === 'number') return [String(data)];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(valuesOf) : [];
}
