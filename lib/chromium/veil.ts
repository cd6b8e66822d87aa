import { randomUUID } from 'node:crypto';
import type { Frame, JSHandle, Locator, Page } from 'playwright-core';

/** Where something stands in a text: from one character to before another; in order, none touching the next. */
export type Find = (text: string) => readonly { readonly from: number; readonly to: number }[];

/** Longer pages, with their frames, are not searched: it would hold up the worker. Characters. */
const MAX_TEXT = 200_000;
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
    const found = await this.#search();
    const as = { name: MARK, mark: this.#mark };
    await Promise.all(found.map(({ handle, hits }) => handle.evaluate(veil, { ...as, hits })));
    return found.map(({ frame }) => frame.locator(`[${MARK}="${this.#mark}"]`));
  }

  /** @throws Error when something stands uncovered: the page has changed meanwhile */
  async check(): Promise<void> {
    const found = await this.#search();
    if (found.some(({ pieces, hits }) => hits.some((nth) => !pieces[nth]?.veiled))) {
      throw new Error('the page changed while its secrets were being hidden');
    }
  }

  /** The frames that show something of it, and which of their pieces do. */
  async #search(): Promise<Found[]> {
    const looked = await Promise.all(this.#page.frames().map((frame) => this.#look(frame)));
    const length = looked.reduce((sum, { text }) => sum + text.length, 0);
    if (length > MAX_TEXT) throw new Error('the page is too long to hide secrets in it');
    return looked
      .map(({ text, ...one }) => ({ ...one, hits: hitsAmong(one.pieces, this.#find(text)) }))
      .filter(({ hits }) => hits.length > 0);
  }

  async #look(frame: Frame) {
    const handle = await frame.evaluateHandle(shown);
    const pieces = await handle.evaluate(textsOf, { name: MARK, mark: this.#mark });
    return { frame, handle, pieces, text: pieces.map(({ text }) => text).join(GAP) };
  }
}

interface Found {
  readonly frame: Frame;
  readonly handle: JSHandle<Shown[]>;
  readonly pieces: readonly Piece[];
  /** Which of the pieces, by number. */
  readonly hits: readonly number[];
}

/** Between the pieces, where they are searched as one text. */
const GAP = ' ';

/** The pieces that what was found stands in, or lies across. Both are in order. */
function hitsAmong(pieces: readonly Piece[], spans: ReturnType<Find>): number[] {
  let [from, nextSpan] = [0, 0];
  return pieces.flatMap(({ text }, nth) => {
    const to = from + text.length;
    while ((spans[nextSpan]?.to ?? Infinity) <= from) nextSpan += 1;
    const hit = (spans[nextSpan]?.from ?? Infinity) < to;
    from = to + GAP.length;
    return hit ? [nth] : [];
  });
}

/** The attribute that what is veiled has. */
interface Mark {
  readonly name: string;
  readonly mark: string;
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
function textsOf(all: Shown[], { name, mark }: Mark): Piece[] {
  return all.map(({ element, text }) => ({
    text,
    veiled: element.getAttribute(name) === mark && getComputedStyle(element).visibility === 'hidden',
  }));
}

/** Runs in the page. Invisible and not only covered: a text may reach beyond the box of its element. */
function veil(all: Shown[], { hits, name, mark }: Mark & Pick<Found, 'hits'>): void {
  for (const nth of hits) {
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
