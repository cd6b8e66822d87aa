import { randomUUID } from 'node:crypto';
import type { Frame, JSHandle, Locator, Page } from 'playwright-core';

/** Where something stands in a text: from one character to before another. */
export type Find = (text: string) => readonly { readonly from: number; readonly to: number }[];

/** Longer pages are not searched: it would hold up the worker. Characters. */
const MAX_TEXT = 300_000;
const MARK = 'data-veil';

/** One text that a frame shows, and the element that shows it. */
interface Piece {
  readonly text: string;
  readonly veiled: boolean;
}

/**
 * Makes everything invisible, in all frames and open shadow roots, that shows what `find` finds, even where it is spread over
 * several elements. Asked again with the same mark it tells whether anything has come since.
 *
 * The frames' texts are searched here: what is looked for must not be told to a page, which may be a third party's.
 * @throws Error when a frame does not tell what it shows
 */
export class Veil {
  readonly #mark = randomUUID();
  readonly #page: Page;
  readonly #find: Find;

  constructor(page: Page, find: Find) {
    this.#page = page;
    this.#find = find;
  }

  /** @returns what was made invisible */
  async draw(): Promise<Locator[]> {
    const frames = this.#page.frames();
    await Promise.all(
      frames.map((frame) => this.#search(frame, (handle, hits) => handle.evaluate(veil, hits))),
    );
    return frames.map((frame) => frame.locator(`[${MARK}="${this.#mark}"]`));
  }

  /** @throws Error when something stands uncovered: the page has changed meanwhile */
  async check(): Promise<void> {
    await Promise.all(
      this.#page.frames().map((frame) =>
        this.#search(frame, async (_, { uncovered }) => {
          if (uncovered) throw new Error('the page changed while its secrets were being hidden');
        }),
      ),
    );
  }

  async #search(
    frame: Frame,
    then: (handle: JSHandle<Shown[]>, hits: Hits) => Promise<unknown>,
  ): Promise<void> {
    const handle = await frame.evaluateHandle(shown);
    const pieces = await handle.evaluate(textsOf, { name: MARK, mark: this.#mark });
    const indexes = piecesWith(pieces, this.#find);
    if (indexes.length === 0) return;
    const uncovered = indexes.some((nth) => !pieces[nth]?.veiled);
    await then(handle, { indexes, uncovered, name: MARK, mark: this.#mark });
  }
}

interface Hits {
  readonly indexes: readonly number[];
  readonly uncovered: boolean;
  readonly name: string;
  readonly mark: string;
}

/** The pieces that what is looked for stands in, or lies across. */
function piecesWith(pieces: readonly Piece[], find: Find): number[] {
  const whole = pieces.map(({ text }) => text).join(' ');
  if (whole.length > MAX_TEXT) throw new Error('the page is too long to hide secrets in it');
  const hits = find(whole);
  let from = 0;
  return pieces.flatMap(({ text }, nth) => {
    const to = from + text.length;
    const hit = hits.some((span) => span.from < to && span.to > from);
    from = to + 1;
    return hit ? [nth] : [];
  });
}

interface Shown {
  readonly element: Element;
  readonly text: string;
}

/** Runs in the page: every text that it may show, in order, with the element that shows it. */
function shown(): Shown[] {
  const found: Shown[] = [];
  const add = (element: Element | null, text: string | null) => {
    const short = text?.replace(/\s+/g, ' ').trim();
    if (element !== null && short) found.push({ element, text: short });
  };
  const walk = (root: Document | ShadowRoot, host: Element | null) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) {
        const parent = node.parentElement ?? host;
        // An option is drawn by its select.
        if (!parent?.matches('script, style, noscript')) add(parent?.closest('select') ?? parent, node.data);
      } else if (node instanceof Element) {
        for (const name of ['placeholder', 'alt', 'label'])
          add(node.closest('select') ?? node, node.getAttribute(name));
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) add(node, node.value);
        if (node.shadowRoot !== null) walk(node.shadowRoot, node);
      }
    }
  };
  walk(document, document.documentElement);
  return found;
}

/** Runs in the page. */
function textsOf(all: Shown[], { name, mark }: { readonly name: string; readonly mark: string }): Piece[] {
  return all.map(({ element, text }) => ({
    text,
    veiled: element.getAttribute(name) === mark && getComputedStyle(element).visibility === 'hidden',
  }));
}

/** Runs in the page. Invisible and not only covered: a text may reach beyond the box of its element. */
function veil(all: Shown[], { indexes, name, mark }: Hits): void {
  for (const nth of indexes) {
    const element = all[nth]?.element;
    if (element === undefined) continue;
    element.setAttribute(name, mark);
    for (const each of [element, ...element.querySelectorAll('*')]) {
      if (!(each instanceof HTMLElement || each instanceof SVGElement)) continue;
      each.style.setProperty('transition', 'none', 'important');
      each.style.setProperty('visibility', 'hidden', 'important');
    }
  }
}
