declare module 'wawoff2' {
  /** WOFF2 to TTF or OTF, whichever it was made of. Throws when it is not WOFF2. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
