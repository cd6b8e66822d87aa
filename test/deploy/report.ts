/** What a rehearsal comes to, for people and machines. */
import Table from 'cli-table3';
import { TEMPLATE_ONLY } from './coverage.ts';
import type { Finding, Findings } from './findings.ts';
import { RETAINED } from './retained.ts';

/** Of one failure; the rest is in the JSON. */
const MOST_LINES = 20;

export interface Figures {
  readonly passed: number;
  readonly failed: number;
  readonly findings: readonly Finding[];
  /** Of cfn-lint, its hints included. */
  readonly warnings: readonly string[];
  /** By type, why. */
  readonly notEmulated: Readonly<Record<string, string>>;
  /** By logical id, why. */
  readonly retained: Readonly<Record<string, string>>;
  readonly seconds: number;
}

export function figuresOf(findings: Findings, warnings: readonly string[], seconds: number): Figures {
  return {
    passed: findings.all.length - findings.failed.length,
    failed: findings.failed.length,
    findings: findings.all,
    warnings,
    notEmulated: TEMPLATE_ONLY,
    retained: RETAINED,
    seconds: Math.round(seconds),
  };
}

export function reportOf({
  passed,
  failed,
  findings,
  warnings,
  notEmulated,
  retained,
  seconds,
}: Figures): string {
  const table = new Table({
    head: ['', 'passed', 'failed'],
    colAligns: ['left', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const area of new Set(findings.map((one) => one.area))) {
    const ofArea = findings.filter((one) => one.area === area);
    const good = ofArea.filter((one) => one.passed).length;
    table.push([area, good, ofArea.length - good || '']);
  }
  const wrong = findings
    .filter((one) => !one.passed)
    .map(({ area, what, why }) => `WRONG  ${area}: ${what}\n${indented(why ?? '')}`);
  const listed = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`];
  const pairs = (reasons: Readonly<Record<string, string>>) =>
    Object.entries(reasons).map(([name, reason]) => `${name}: ${reason}`);
  return [
    table.toString(),
    ...listed('Not emulated, and asserted on the packaged template', pairs(notEmulated)),
    ...listed('Kept by serverless remove', pairs(retained)),
    ...listed('cfn-lint warns', warnings),
    ...wrong,
    `${passed} passed, ${failed} failed in ${seconds} s`,
  ].join('\n');
}

function indented(text: string): string {
  const lines = text.split('\n');
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  return shown.map((line) => `       ${line}`).join('\n');
}
