import type { Frame } from 'playwright-core';
import { answerFromHtml, MAX_CHARACTERS, type ReadAnswer } from '../form/answer.ts';

/** What a document shows now, tabs and frames alike. */
export async function readVisible(frame: Frame, status: number): Promise<ReadAnswer> {
  const content = await frame.evaluate(visibleIn, MAX_CHARACTERS + 1);
  return answerFromHtml({ url: frame.url(), status, ...content });
}

/** Whether a person sees it: neither it nor a frame around it is hidden, or too small for a word. */
export async function isVisible(frame: Frame): Promise<boolean> {
  for (let within = frame; within.parentFrame() !== null; within = within.parentFrame() ?? within) {
    const element = await within.frameElement();
    const shown = await element.evaluate(
      (box: Element) =>
        box.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        box.clientWidth > 2 &&
        box.clientHeight > 2,
    );
    if (!shown) return false;
  }
  return true;
}

/** Runs in the page. What is hidden (a receipt's box before there is one, a template) is not what the page says. */
async function visibleIn(maxCharacters: number): Promise<{ html: string; text: string; whole: boolean }> {
  // Without its style sheets nothing is hidden, and half a page lacks what overrules the rest.
  if (document.readyState !== 'complete') {
    const loaded = new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
    const patience = new Promise((resolve) => setTimeout(resolve, 1_500));
    await Promise.race([loaded, patience]);
  }
  const whole = document.readyState !== 'loading';
  // Into a document that does nothing: a copy in the page's own would load its images anew with every look.
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true);
  const copies = [...copy.querySelectorAll('body *')];
  for (const [nth, element] of [...document.querySelectorAll('body *')].entries()) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) copies[nth]?.remove();
  }
  // biome-ignore lint/performance/useDomNodeTextContent: what a person sees, without what is hidden
  const text = document.body?.innerText ?? '';
  // Cut here: the rest would have to go through the worker's memory.
  return { html: copy.outerHTML.slice(0, maxCharacters), text: text.slice(0, maxCharacters), whole };
}
