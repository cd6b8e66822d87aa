/** Charts as SVG: bars and lines only, readable on a light and on a dark page, without scripts or fonts of their own. */
import type { Bar, BarChart, Chart, LineChart } from './section.ts';
import { rounded } from './spread.ts';

const WIDTH = 760;
const LABEL_WIDTH = 250;
const VALUE_WIDTH = 90;
const BAR_HEIGHT = 18;
const ROW_HEIGHT = 30;
const TOP = 52;

/** The product's own is coloured; dashes tell the others of a line chart apart. */
const STYLE = `text { font: 13px system-ui, sans-serif; fill: #22272e; } .title { font-weight: 600; font-size: 15px; }
.soft { fill: #5b6672; } .bar { fill: #8b98a5; } .ours { fill: #0b6e4f; } .range, .axis { stroke: #5b6672; stroke-width: 1.5; }
.line { fill: none; stroke: #8b98a5; stroke-width: 2; } .line.ours { stroke: #0b6e4f; stroke-width: 3; fill: none; }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .soft { fill: #9aa7b4; } .bar { fill: #6e7b88; } .ours { fill: #3fbf8f; }
.range, .axis { stroke: #9aa7b4; } .line { stroke: #6e7b88; } .line.ours { stroke: #3fbf8f; } }`;

const DASHES = ['', '6 4', '2 3', '10 4 2 4', '1 5'];

/** The text of an SVG file. */
export function svgOf(chart: Chart): string {
  return 'bars' in chart ? barsOf(chart) : linesOf(chart);
}

function barsOf(chart: BarChart): string {
  const ends = chart.bars.map(({ value, between }) => Math.max(value, between?.[1] ?? 0));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / Math.max(...ends, Number.MIN_VALUE);
  const rows = chart.bars.map((bar, nth) => barOf(bar, TOP + nth * ROW_HEIGHT, scale));
  return svg(chart, TOP + chart.bars.length * ROW_HEIGHT + 6, rows);
}

function barOf({ label, value, between, ours }: Bar, y: number, scale: number): string {
  const x = (at: number) => fixed(LABEL_WIDTH + at * scale);
  const middle = y + BAR_HEIGHT / 2;
  const range = between
    ? `<line class="range" x1="${x(between[0])}" x2="${x(between[1])}" y1="${middle}" y2="${middle}"/>`
    : '';
  const end = Math.max(value, between?.[1] ?? 0);
  return `<text x="${LABEL_WIDTH - 8}" y="${middle + 4}" text-anchor="end">${escaped(label)}</text>
<rect class="bar${ours ? ' ours' : ''}" x="${LABEL_WIDTH}" y="${y}" width="${fixed(value * scale)}" height="${BAR_HEIGHT}"/>
${range}<text x="${x(end)}" dx="6" y="${middle + 4}">${rounded(value)}</text>`;
}

function linesOf(chart: LineChart): string {
  const height = 260;
  const points = chart.lines.flatMap((line) => line.points);
  const most = (of: 0 | 1) => Math.max(...points.map((point) => point[of]), Number.MIN_VALUE);
  const [left, right, bottom] = [60, WIDTH - 30, TOP + height];
  const x = (at: number) => fixed(left + (at / most(0)) * (right - left));
  const y = (at: number) => fixed(bottom - (at / most(1)) * height);
  const ticks = [...new Set(points.map(([at]) => at))].map(
    (at) => `<text class="soft" x="${x(at)}" y="${bottom + 18}" text-anchor="middle">${rounded(at)}</text>`,
  );
  const lines = chart.lines.map(({ label, points: its, ours }, nth) => {
    const place = its.map(([atX, atY]) => `${x(atX)},${y(atY)}`).join(' ');
    const look = `class="line${ours ? ' ours' : ''}" stroke-dasharray="${DASHES[nth % DASHES.length]}"`;
    const legendY = bottom + 58 + nth * 20;
    return `<polyline ${look} points="${place}"/>
<line ${look} x1="${left}" x2="${left + 40}" y1="${legendY - 4}" y2="${legendY - 4}"/><text x="${left + 50}" y="${legendY}">${escaped(label)}</text>`;
  });
  return svg(chart, bottom + 58 + chart.lines.length * 20, [
    `<line class="axis" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/><line class="axis" x1="${left}" x2="${left}" y1="${TOP}" y2="${bottom}"/>`,
    `<text class="soft" x="${left - 8}" y="${TOP + 10}" text-anchor="end">${rounded(most(1))}</text><text class="soft" x="${left - 8}" y="${bottom}" text-anchor="end">0</text>`,
    ...ticks,
    `<text class="soft" x="${right}" y="${bottom + 36}" text-anchor="end">${escaped(chart.over)}</text>`,
    ...lines,
  ]);
}

function svg({ title, unit }: Chart, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
<text class="title" x="8" y="20">${escaped(title)}</text><text class="soft" x="8" y="38">${escaped(unit)}</text>
${parts.join('\n')}
</svg>
`;
}

const fixed = (value: number) => Number(value.toFixed(1));

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
