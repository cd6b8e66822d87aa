const MIB = 1024 * 1024;

/** What the layer and the functions may weigh, unzipped. */
export const budget = {
  /** Lambda's own limit, which cannot be raised: a function's code with all its layers. */
  limitBytes: 250 * MIB,
  /** Kept free for the code of the largest function, which is built later than the layer. The worker takes about 12 MiB. */
  functionReserveBytes: 50 * MIB,
} as const;

export interface Sizes {
  /** Of all files of the layer, unzipped, in bytes. */
  readonly layerBytes: number;
  /** Of the files of each function that uses the layer, unzipped, in bytes. Functions not built yet count as the reserve. */
  readonly functionBytes?: Readonly<Record<string, number>>;
}

/** What is over the budget, in plain words; empty when nothing is. */
export function overBudget(
  { layerBytes, functionBytes = { 'the largest function (a reserve)': budget.functionReserveBytes } }: Sizes,
  { limitBytes }: { readonly limitBytes: number } = budget,
): string[] {
  return Object.entries(functionBytes)
    .filter(([, bytes]) => layerBytes + bytes > limitBytes)
    .map(
      ([name, bytes]) =>
        `The layer (${mebibytes(layerBytes)} MiB) and ${name} (${mebibytes(bytes)} MiB) are ` +
        `${mebibytes(layerBytes + bytes - limitBytes)} MiB over Lambda's ${mebibytes(limitBytes)} MiB, unzipped. ` +
        'Drop a font of layers/chromium/parameters.ts, or a package of the function.',
    );
}

/** With one decimal. */
export const mebibytes = (bytes: number) => (bytes / MIB).toFixed(1);
