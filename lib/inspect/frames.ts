import type { Frame, FrameLocator, Page } from 'playwright-core';
import { withDeadline } from '../chromium/deadline.ts';
import { hasPlainId } from './find.ts';
import { type ReadFrame, readFrame } from './read-frame.ts';

const READ_MS = 5_000;
const MAX_FRAMES = 30;

/** A frame with how it is found from the page: the CSS of each frame on the way; empty for the page itself. */
export interface FoundFrame extends ReadFrame {
  readonly path: readonly string[];
}

/** Reads all frames that answer, the page itself first. */
export async function readFrames(page: Page): Promise<FoundFrame[]> {
  const found: FoundFrame[] = [];
  for (const frame of page.frames().slice(0, MAX_FRAMES)) {
    try {
      const read = async () => ({ ...(await readFrame(frame)), path: await pathOf(frame) });
      found.push(await withDeadline(read(), READ_MS, 'reading a frame'));
    } catch (thrown) {
      // The page itself has to answer; a frame may be gone.
      if (frame === page.mainFrame()) throw thrown;
    }
  }
  return found;
}

/** What locators begin with. */
export function rootOf(page: Page, path: readonly string[]): Page | FrameLocator {
  return path.reduce<Page | FrameLocator>((root, css) => root.frameLocator(css), page);
}

async function pathOf(frame: Frame): Promise<string[]> {
  const parent = frame.parentFrame();
  if (parent === null) return [];
  const element = await frame.frameElement();
  const [id, name, title, src] = await Promise.all(
    ['id', 'name', 'title', 'src'].map(async (attribute) => (await element.getAttribute(attribute)) ?? ''),
  );
  const path = URL.parse(src ?? '', frame.url())?.pathname ?? '';
  const all = [
    ...(hasPlainId(id ?? '') ? [`iframe#${id}`] : []),
    ...(name ? [`iframe[name=${JSON.stringify(name)}]`] : []),
    ...(title ? [`iframe[title=${JSON.stringify(title)}]`] : []),
    ...(path.length > 1 ? [`iframe[src*=${JSON.stringify(path)}]`] : []),
    'iframe',
  ];
  for (const css of all) {
    if ((await parent.locator(css).count()) === 1) return [...(await pathOf(parent)), css];
  }
  throw new Error('the frame cannot be told from the others');
}
