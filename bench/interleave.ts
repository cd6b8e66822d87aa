/** Measures one round of a side. Its unit is the caller's. */
export type Side = () => Promise<number>;

export interface Rounds {
  readonly rounds: number;
  /** Rounds before these, of which nothing is kept: what is done for the first time takes longer. Default: 0. */
  readonly warmUps?: number;
  /** Called after each round of all sides. */
  readonly onRound?: (done: number, of: number) => void;
}

/**
 * Measures the sides in turn, A B C A B C …, so that a drift of the machine meets all of them alike. Never two at once.
 * @returns each side's samples, in the order in which they were taken
 */
export async function interleave<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  { rounds, warmUps = 0, onRound }: Rounds,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const all = warmUps + rounds;
  for (let round = 1; round <= all; round += 1) {
    for (const name of names) {
      const sample = await sides[name]();
      if (round > warmUps) samples[name].push(sample);
    }
    onRound?.(round, all);
  }
  return samples;
}
