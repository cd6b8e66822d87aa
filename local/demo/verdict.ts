/** Whether the demo's promise held, and its figures for people and machines. */
import Table from 'cli-table3';
import type { Facts } from './figures.ts';
import { ACCEPTED, identityOf, SOLD_OUT } from './messages.ts';

export interface Figures {
  readonly messages: number;
  readonly identities: number;
  readonly entries: number;
  readonly skipped: number;
  readonly refused: number;
  readonly parked: number;
  readonly seconds: number;
}

const PARKED = ['malformed', 'unknownForm'];

export function figuresOf(facts: Facts, messages: number, seconds: number): Figures {
  return {
    messages,
    identities: ACCEPTED.length + 1,
    entries: facts.entries,
    skipped: facts.skipped,
    refused: facts.phases.get('refused') ?? 0,
    parked: facts.reasons.length,
    seconds: Math.round(seconds * 10) / 10,
  };
}

/** What did not hold, in plain words; empty where all of it did. */
export function brokenPromises(facts: Facts, messages: number): string[] {
  const { entriesByIdentity, phases, reasons, skipped, left } = facts;
  const broken: string[] = [];
  for (const identity of ACCEPTED.map(identityOf)) {
    const times = entriesByIdentity.get(identity) ?? 0;
    if (times !== 1) broken.push(`${identity} stands ${times} times at the target instead of once.`);
  }
  if (entriesByIdentity.has(identityOf(SOLD_OUT))) broken.push('The target has an entry that it refused.');
  const expectedPhases = new Map([
    ['submitted', ACCEPTED.length],
    ['refused', 1],
  ]);
  for (const phase of new Set([...expectedPhases.keys(), ...phases.keys()])) {
    const [found, expected] = [phases.get(phase) ?? 0, expectedPhases.get(phase) ?? 0];
    if (found !== expected)
      broken.push(`The ledger holds ${found} records in phase ${phase} instead of ${expected}.`);
  }
  if (reasons.toSorted().join() !== PARKED.join()) {
    broken.push(`Parked for: ${reasons.join(', ') || 'nothing'}; instead of: ${PARKED.join(', ')}.`);
  }
  const answered = ACCEPTED.length + 1 + skipped + reasons.length;
  if (answered !== messages) broken.push(`${answered} of ${messages} messages are accounted for.`);
  if (!facts.screenshot) broken.push('There is no picture of a receipt.');
  if (left > 0) broken.push(`${left} messages are still in the queue.`);
  return broken;
}

export function tableOf(figures: Figures): string {
  const table = new Table({
    colAligns: ['left', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  table.push(
    ['messages', figures.messages, 'sent to the queue, most of them more than once'],
    ['identities', figures.identities, 'different submissions among them (one person, one event)'],
    [
      'entries at the target',
      figures.entries,
      'counted by the target itself, which does not look for duplicates',
    ],
    ['duplicates skipped', figures.skipped, 'the ledger knew that the work was done'],
    ['refused', figures.refused, 'the target said no (sold out), and that was final'],
    ['parked', figures.parked, 'kept for a person with the reason: not JSON, unknown form'],
    ['wall time', `${figures.seconds} s`, 'from starting Redis to the last message'],
  );
  return table.toString();
}
