import type { Page } from 'playwright-core';

export interface Pixels {
  /** Clearly more green than anything else. */
  readonly green: number;
  /** Of the colour that hides secrets. */
  readonly masked: number;
  readonly dark: number;
}

/** What a picture (PNG) is made of, counted by drawing it in a page. */
export async function pixelsOf(viewer: Page, png: Uint8Array): Promise<Pixels> {
  const counted: unknown = await viewer.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${Buffer.from(png).toString('base64')}';
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let [green, masked, dark] = [0, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const [red, g, blue] = data.subarray(at, at + 3);
      if (g > Math.max(red, blue) + 40) green += 1;
      if (red === 255 && g === 0 && blue === 255) masked += 1;
      if (Math.max(red, g, blue) < 60) dark += 1;
    }
    return { green, masked, dark };
  })()`);
  return counted as Pixels;
}
