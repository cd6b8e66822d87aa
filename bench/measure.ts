import { type Measured, thisMachine } from './results.ts';
import type { Section } from './section.ts';
import { rounded } from './spread.ts';

export interface MeasureOptions {
  readonly small: boolean;
  /** As people would type it, for the page. */
  readonly command: string;
  say(line: string): void;
}

/** Measures the sections one after the other. @returns by their names */
export async function measureAll(
  sections: readonly Section[],
  { small, command, say }: MeasureOptions,
): Promise<Record<string, Measured>> {
  const results: Record<string, Measured> = {};
  for (const [nth, { name, title, measure }] of sections.entries()) {
    const place = `${nth + 1}/${sections.length} ${name}`;
    say(place);
    const step = (what: string, done: number, of: number) => say(`${place}: ${what}, ${done} of ${of}`);
    const result = await measure({ small, step }).catch((cause) => {
      throw new Error(`The section ${name} could not be measured: ${cause?.message ?? cause}`, { cause });
    });
    const measuredAt = new Date().toISOString();
    results[name] = { title, measuredAt, command, machine: thisMachine(), result: exact(result) };
  }
  return results;
}

/** No more digits than a benchmark knows. */
function exact(result: Measured['result']): Measured['result'] {
  const digits = (_: string, value: unknown) => (typeof value === 'number' ? rounded(value) : value);
  return JSON.parse(JSON.stringify(result, digits));
}
