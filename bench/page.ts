/** `docs/benchmarks.md`, made of what was measured. */
import { GOALS, type Goal, isReached } from './goals.ts';
import { type Measured, type Results, ratiosOf } from './results.ts';
import type { Chart, Table } from './section.ts';
import { rounded } from './spread.ts';

/** Of a page beside the folder `benchmarks`, which has the charts. The formatter lays its tables out. */
export function pageOf(results: Results, goals: readonly Goal[] = GOALS): string {
  return [
    '# Benchmarks',
    'What the product does, against what people would use instead: in one run, on one machine, on the same work, the sides in turn. `npm run bench` measures it and writes this page; `npm run bench -- --only NAME` renews one section. Figures are medians; where a range stands beside one, half of all samples lie in it.',
    '## Goals',
    goalTable(results, goals),
    ...missedOf(results, goals),
    ...Object.entries(results).flatMap(([name, measured]) => sectionOf(name, measured)),
  ].join('\n\n');
}

function goalTable(results: Results, goals: readonly Goal[]): string {
  const ratios = ratiosOf(results);
  const rows = goals.map((goal) => {
    const value = ratios[goal.ratio];
    const reached = value === undefined ? 'not measured' : isReached(goal, value) ? 'yes' : '**no**';
    return [goal.text, value === undefined ? '' : withUnit(value, goal), limitOf(goal), reached];
  });
  return markdownTable(['what', 'measured', 'goal', 'reached'], rows);
}

function missedOf(results: Results, goals: readonly Goal[]): string[] {
  const ratios = ratiosOf(results);
  const missed = goals.filter((goal) => {
    const value = ratios[goal.ratio];
    return value !== undefined && !isReached(goal, value);
  });
  if (missed.length === 0) return [];
  const lines = missed.map((goal) => {
    const value = withUnit(ratios[goal.ratio] ?? Number.NaN, goal);
    return `- **${goal.text}**: ${value}, and the goal is ${limitOf(goal)}.${goal.why ? ` ${goal.why}` : ''}`;
  });
  return ['Missed:', lines.join('\n')];
}

const limitOf = (goal: Goal) =>
  `${goal.must === 'be at least' ? 'at least' : 'at most'} ${withUnit(goal.limit, goal)}`;

const withUnit = (value: number, { unit }: Goal) => `${rounded(value)}${unit ? ` ${unit}` : ''}`;

function sectionOf(name: string, { title, measuredAt, command, machine, result }: Measured): string[] {
  const versions = Object.entries(result.versions).map(([what, version]) => `${what} ${version}`);
  const { cpu, cores, memoryGb, node } = machine;
  return [
    `## ${title}`,
    ...result.notes,
    ...result.tables.flatMap(tableOf),
    ...result.charts.map((chart) => imageOf(chart)),
    `Section \`${name}\`, measured by \`${command}\` on ${measuredAt.slice(0, 10)}: ${cores} x ${cpu}, ${memoryGb} GB, Node ${node}. ${versions.join(', ')}.`,
  ];
}

function tableOf({ title, columns, rows, note }: Table): string[] {
  return [`### ${title}`, markdownTable(columns, rows), ...(note === undefined ? [] : [note])];
}

const imageOf = ({ title, file }: Chart) => `![${title}](benchmarks/${file})`;

function markdownTable(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
