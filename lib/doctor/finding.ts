/** One line for people: how it is, and what to do where it is not well. */
export interface Finding {
  /** `undetermined`: it cannot be told from here, so a person must look. */
  readonly verdict: 'ok' | 'WRONG' | 'undetermined';
  readonly line: string;
}

export const ok = (line: string): Finding => ({ verdict: 'ok', line });
export const wrong = (line: string): Finding => ({ verdict: 'WRONG', line });
export const undetermined = (line: string): Finding => ({ verdict: 'undetermined', line });

/** As people see it: verdicts in a column of their own. */
export const asText = ({ verdict, line }: Finding): string => `${verdict.padEnd(12)}  ${line}`;

/** How many are wrong. */
export const countWrong = (findings: readonly Finding[]): number =>
  findings.filter(({ verdict }) => verdict === 'WRONG').length;

/** What a probe found out. */
export interface Probed {
  readonly findings: readonly Finding[];
  /** Whether a connection came about; absent where that was not to be seen. */
  readonly connected?: boolean;
}
