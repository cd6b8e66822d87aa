/** One of the comparisons that `npm run bench` makes. */
export interface Section {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** @throws Error when it could not be measured */
  measure(run: Run): Promise<Result>;
}

export interface Run {
  /** A few rounds, to see that it works: the numbers mean nothing. */
  readonly small: boolean;
  /** Says what is being measured, and how much of it is done. */
  step(what: string, done: number, of: number): void;
}

export interface Result {
  readonly tables: readonly Table[];
  readonly charts: readonly Chart[];
  /** By the names of `goals.ts`. */
  readonly ratios: Readonly<Record<string, number>>;
  /** What `docs/scale.md` computes with, by the names that it knows; the unit is in the name. */
  readonly figures?: Readonly<Record<string, number>>;
  /** What a reader has to know, in plain sentences. */
  readonly notes: readonly string[];
  /** Of both sides, by name: `versionOf` tells those of packages. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly note?: string;
}

export type Chart = BarChart | LineChart;

interface ChartHead {
  /** Its name in `docs/benchmarks/`, with `.svg`. */
  readonly file: string;
  readonly title: string;
  /** What the values are, as `ms`. */
  readonly unit: string;
}

export interface BarChart extends ChartHead {
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Half of all samples lie between these two. */
  readonly between?: readonly [low: number, high: number];
  /** The product's own. */
  readonly ours?: boolean;
}

export interface LineChart extends ChartHead {
  /** What the points are over. */
  readonly over: string;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly ours?: boolean;
}
