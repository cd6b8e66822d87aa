/** What samples say, in their own unit. */
export interface Spread {
  readonly samples: number;
  readonly median: number;
  /** Half of the samples lie between these two. */
  readonly low: number;
  readonly high: number;
  readonly p99: number;
}

/** @throws Error where there are no samples */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    samples: sorted.length,
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    p99: quantile(sorted, 0.99),
  };
}

export const medianOf = (samples: readonly number[]): number => spreadOf(samples).median;

/** Between two samples in proportion, so that it means something of a few samples too. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error('no samples');
  return below + (above - below) * (place - Math.floor(place));
}

/** Three digits that count: a benchmark knows no more. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** The median, and between which two values half of the samples lie: `12.3 (11.9 to 12.8)`. */
export function shown({ median, low, high }: Spread): string {
  return `${rounded(median)} (${rounded(low)} to ${rounded(high)})`;
}
