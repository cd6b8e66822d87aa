import { createInterface } from 'node:readline/promises';

/** How a person is asked before something is done. */
export interface Confirm {
  /** Whether there is somebody to be asked. */
  readonly asks: boolean;
  /** @returns whether the answer was yes */
  (question: string): Promise<boolean>;
}

/** Asks on a terminal, unless --yes was given; elsewhere a command is a decision already. */
export function confirmation({ yes = false }: { readonly yes?: boolean }): Confirm {
  const asks = !yes && process.stdin.isTTY === true && process.stderr.isTTY === true;
  const ask = async (question: string) => {
    if (!asks) return true;
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  };
  return Object.assign(ask, { asks });
}
