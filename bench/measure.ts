import { messageOf } from '../lib/submission/errors.ts';
import { type Measured, thisMachine } from './results.ts';
import type { Section } from './section.ts';
import { rounded } from './spread.ts';

export interface MeasureOptions {
  readonly small: boolean;
  /** As people would type it, for the page. */
  readonly command: string;
  say(line: string): void;
}

export interface AllMeasured {
  /** By the sections' names. */
  readonly results: Readonly<Record<string, Measured>>;
  /** What could not be measured, and why. */
  readonly failures: readonly string[];
}

/** Measures the sections one after the other; one that fails takes nothing from the others. */
export async function measureAll(
  sections: readonly Section[],
  { small, command, say }: MeasureOptions,
): Promise<AllMeasured> {
  const results: Record<string, Measured> = {};
  const failures: string[] = [];
  for (const [nth, { name, title, measure }] of sections.entries()) {
    const place = `${nth + 1}/${sections.length} ${name}`;
    say(place);
    const step = (what: string, done: number, of: number) => say(`${place}: ${what}, ${done} of ${of}`);
    try {
      const result = exact(await measure({ small, step }));
      const measuredAt = new Date().toISOString();
      results[name] = { title, measuredAt, command, machine: thisMachine(), result };
    } catch (thrown) {
      failures.push(`The section ${name} could not be measured: ${messageOf(thrown)}`);
    }
  }
  return { results, failures };
}

/** No more digits than a benchmark knows. */
function exact(result: Measured['result']): Measured['result'] {
  const digits = (_: string, value: unknown) => (typeof value === 'number' ? rounded(value) : value);
  return JSON.parse(JSON.stringify(result, digits));
}
