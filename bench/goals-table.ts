import Table from 'cli-table3';
import { GOALS, isReached } from './goals.ts';
import { rounded } from './spread.ts';

/** The goals that were measured, for a terminal. */
export function goalsTable(ratios: Readonly<Record<string, number>>): string {
  const table = new Table({ head: ['goal', 'measured', 'limit', ''], style: { head: [], border: [] } });
  for (const goal of GOALS) {
    const value = ratios[goal.ratio];
    if (value === undefined) continue;
    const limit = `${goal.must === 'be at least' ? '>=' : '<='} ${goal.limit}`;
    table.push([goal.ratio, rounded(value), limit, isReached(goal, value) ? 'reached' : 'missed']);
  }
  return table.toString();
}
