import type { Page } from 'playwright-core';
import type { Find } from '../chromium/veil.ts';

/** Where the evidence of attempts goes: pictures of pages, and pages as text where no browser shows them. */
export interface Evidence {
  /** Where the picture of an attempt will lie, known before it is taken; `undefined` where none is kept. */
  placeOf(key: string, token: string): string | undefined;
  /** Bounded; never throws. Without a picture where what `secret` finds cannot be hidden in it. */
  keep(page: Page, place: string, secret?: Find): Promise<void>;
  /** Likewise for a page as text. */
  placeOfText(key: string, token: string): string | undefined;
  /** Bounded; never throws, whatever `text` does. */
  keepText(text: () => string, place: string): Promise<void>;
}
