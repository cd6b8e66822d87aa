import type { FrameLocator, JSHandle, Locator, Page } from 'playwright-core';

/** How a control is found: the same for the browser and for the text of a definition. */
export type Find =
  | { readonly by: 'label' | 'placeholder'; readonly text: string; readonly exact: boolean }
  | { readonly by: 'role'; readonly role: Role; readonly text: string; readonly exact: boolean }
  | { readonly by: 'css'; readonly text: string };

type Role = 'button' | 'combobox' | 'group' | 'radiogroup' | 'textbox';

export function locate(root: Page | FrameLocator, find: Find): Locator {
  switch (find.by) {
    case 'label':
      return root.getByLabel(find.text, { exact: find.exact });
    case 'placeholder':
      return root.getByPlaceholder(find.text, { exact: find.exact });
    case 'role':
      return root.getByRole(find.role, { name: find.text, exact: find.exact });
    case 'css':
      return root.locator(find.text);
    default:
      return find satisfies never;
  }
}

/** The same as code, to stand after `page` or a frame. */
export function codeOf(find: Find): string {
  const text = quoted(find.text);
  const options = 'exact' in find && find.exact ? ', { exact: true }' : '';
  switch (find.by) {
    case 'label':
      return `.getByLabel(${text}${options})`;
    case 'placeholder':
      return `.getByPlaceholder(${text}${options})`;
    case 'role':
      return `.getByRole('${find.role}', { name: ${text}${find.exact ? ', exact: true' : ''} })`;
    case 'css':
      return `.locator(${text})`;
    default:
      return find satisfies never;
  }
}

/** As biome writes a string: with the quotes that need no escapes. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1);
  const bare = inner.replaceAll('\\"', '"');
  if (!bare.includes("'")) return `'${bare}'`;
  return text.includes('"') ? `'${bare.replaceAll("'", "\\'")}'` : `"${inner}"`;
}

/** The first of several ways that finds one element, and that very one. */
export async function firstThatHolds(
  root: Page | FrameLocator,
  finds: readonly Find[],
  wanted: JSHandle,
): Promise<Find | undefined> {
  for (const find of finds) {
    const is = (found: Element[], one: unknown) => found.length === 1 && found[0] === one;
    if (await locate(root, find).evaluateAll(is, wanted)) return find;
  }
  return undefined;
}

/** An id that looks as if the next load had another. */
const GENERATED = /\d{4}|[0-9a-f]{8}|^:|^(?:mui|react|radix|headlessui|ember|ext)/i;

export function hasPlainId(id: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(id) && !GENERATED.test(id);
}
