/** How the archives of the layer are packed. Every number of the build, with its unit in its name. */
export const parameters = {
  /**
   * Of Zstandard. 3 inflates 5 % faster and is 8 MB larger, which a cold start has to read; 12 is 1 MB smaller and 19 is
   * 8 MB smaller, but 19 inflates half as fast again and takes two minutes to pack.
   */
  level: 9,
  /** Of one frame before packing: small enough to stay in a core's cache, at the price of 2 % in size. */
  frameBytes: 4 * 1024 * 1024,
} as const;

/** A font of an npm package, as the layer has it. Chromium reads no WOFF2 from the system, so it is unpacked. */
export interface Font {
  readonly package: string;
  readonly file: string;
  readonly as: string;
}

/** Beside Open Sans, which the Chromium package brings: every CJK ideograph of Unicode's main block, kana, hangul, emoji. */
export const fonts: readonly Font[] = [
  { package: '@librescore/fonts', file: 'SourceHanSansCN.min.woff2', as: 'SourceHanSansCN.otf' },
  { package: '@librescore/fonts', file: 'SourceHanSansKR.min.woff2', as: 'SourceHanSansKR.otf' },
  { package: 'twemoji-colr-font', file: 'twemoji.woff2', as: 'TwemojiMozilla.ttf' },
];
