/** Something that may happen next; a walk is a row of them. */
export interface Choice {
  readonly label: string;
  /** How often it is taken, compared with the others. */
  readonly weight: number;
  readonly take: () => void | Promise<void>;
}

/** Everything that one process waits for. After its death nothing of it goes on. */
export class Waiting {
  #dead = false;
  #nth = 0;
  readonly #choices = new Map<number, readonly Choice[]>();

  get choices(): Choice[] {
    return [...this.#choices.values()].flat();
  }

  /** Goes on as the walk decides: each choice is told how to. */
  decide<T>(choices: (resolve: (value: T) => void, reject: (error: Error) => void) => Choice[]): Promise<T> {
    const nth = this.#nth++;
    return new Promise((resolve, reject) => {
      if (this.#dead) return;
      const goOn = <V>(how: (value: V) => void) => {
        return (value: V) => {
          this.#choices.delete(nth);
          if (!this.#dead) how(value);
        };
      };
      this.#choices.set(nth, choices(goOn(resolve), goOn(reject)));
    });
  }

  die(): void {
    this.#dead = true;
    this.#choices.clear();
  }
}

/** The choice that a random number stands for. */
export function chosen(choices: readonly Choice[], random: number): Choice | undefined {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let left = random * total;
  for (const choice of choices) {
    left -= choice.weight;
    if (left < 0) return choice;
  }
  return choices.at(-1);
}
