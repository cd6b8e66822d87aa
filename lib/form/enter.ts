import type { Locator } from 'playwright-core';
import { enterChecked, refuseNothing } from './entered.ts';
import { plain } from './plain.ts';

/**
 * Fills an input, a textarea or an editable element, and reads the value back. Grouping that the field adds by itself is
 * accepted (`3174 0512`, `1.500.000`, `Rp 200`); where it writes a value in another way (upper case, cents), give it as
 * the field shows it. Dates for a date field are ISO 8601. An input that empties itself after each word needs Playwright's own
 * `fill` and `press`.
 * @throws MisfitError with the field's name where the field shows something else
 */
export async function enter(control: Locator, value: string | number): Promise<void> {
  refuseNothing(control, value);
  const text = String(value);
  await enterChecked(control, {
    put: () => control.fill(text),
    async putSlowly() {
      // A date has no keys: its field takes the value as a whole.
      if (await control.evaluate(takesNoKeys)) return control.fill(text);
      await control.fill('');
      // Masks put a pattern of their own into an empty field, and the keys have to go in front of it.
      await control.press('Home');
      await control.pressSequentially(text);
    },
    holds: async () => shows(await control.evaluate(shownBy), text),
  });
}

/** Whether a field shows a value, apart from what it adds to group it. */
export function shows(shown: string, value: string): boolean {
  const [is, wanted] = [plain(shown), plain(value)];
  if (is === wanted) return true;
  // `15` that became `1.5`, or `1500` that became `15.00`, is another number.
  if (/\d[.,]\d{1,2}\D*$/.test(is)) return false;
  if (/^\d+$/.test(wanted)) return is.replace(/\D/g, '') === wanted && !/^\D*-/.test(is);
  return withoutGroups(is, wanted);
}

/** Whether nothing but punctuation and blanks was added. */
function withoutGroups(shown: string, wanted: string): boolean {
  const left = [...wanted];
  for (const character of shown) {
    if (character === left[0]) left.shift();
    else if (/[\p{L}\p{N}]/u.test(character)) return false;
  }
  return left.length === 0;
}

/** Runs in the page. */
function shownBy(element: Element): string {
  if ('value' in element) return String(element.value);
  // biome-ignore lint/performance/useDomNodeTextContent: with the line breaks that a person sees
  return (element as HTMLElement).innerText;
}

/** Runs in the page. */
function takesNoKeys(element: Element): boolean {
  const types = ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'];
  return types.includes((element as HTMLInputElement).type);
}
