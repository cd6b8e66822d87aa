import { type CheerioAPI, load } from 'cheerio/slim';
import { DomHandler, Parser } from 'htmlparser2';

/** Chromium builds no deeper tree than 512. */
const MAX_DEPTH = 600;

const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);

/** What nobody sees, as far as HTML alone tells; a browser knows more, and leaves it out before. */
function isUnseen(name: string, { hidden, style = '' }: Readonly<Record<string, string>>): boolean {
  return UNSEEN.has(name) || hidden !== undefined || /display:\s?none/i.test(style);
}

/**
 * Builds the tree without what nobody sees: taking it out of a finished tree takes time that grows with the square of its size,
 * a minute for two megabytes. Where it is nested deeper than any that a browser shows, it ends: such a tree takes as long to
 * be looked through, or more stack than there is.
 */
class VisibleTree extends DomHandler {
  #parser: Parser | undefined;
  #depth = 0;
  /** Open elements that nobody sees: the outermost, and all within it. */
  #unseen = 0;
  tooDeep = false;

  override onparserinit(parser: Parser): void {
    super.onparserinit(parser);
    this.#parser = parser;
    // One root, which no tag of the page closes: looking through many elements without one takes time that grows with the
    // square of their number.
    super.onopentag('main', {});
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      this.tooDeep = true;
      // Ends the loop within: what is left is not looked at.
      this.#parser?.pause();
    } else if (this.#unseen > 0 || isUnseen(name, attributes)) this.#unseen += 1;
    else super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    this.#depth -= 1;
    if (this.#unseen > 0) this.#unseen -= 1;
    else super.onclosetag();
  }

  override ontext(text: string): void {
    if (this.#unseen === 0 && !this.tooDeep) super.ontext(text);
  }
}

/** What a person sees of HTML. Not `whole` where it is nested too deep to be read to its end. */
export function visibleHtml(html: string): { readonly $: CheerioAPI; readonly whole: boolean } {
  const tree = new VisibleTree();
  const parser = new Parser(tree);
  parser.write(html);
  if (!tree.tooDeep) parser.end();
  return { $: load(tree.root), whole: !tree.tooDeep };
}
