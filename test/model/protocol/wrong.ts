/** What must never be: the promise, and what it rests on. */
import type { World } from './world.ts';

export function wrongWith(world: World): readonly string[] {
  const wrong: string[] = [];
  const { entries, past } = world;
  if (entries > 1) wrong.push('I1 two entries');
  for (const data of new Set(world.messages.map((message) => message.data))) {
    const kept =
      past.settled.includes(data) ||
      world.parked.includes(data) ||
      world.messages.some((message) => message.queued && message.data === data);
    if (!kept) wrong.push(`I2 ${data} is lost`);
  }
  if (past.refusedSent) wrong.push('I5 refused data is sent again');
  if (past.wrongArming) wrong.push('I6 a verdict hits another arming than the one judged');
  if (outcomeForgotten(world)) wrong.push('I7 an outcome is forgotten after its message was deleted');
  return wrong;
}

function outcomeForgotten({ replica, messages, parked, workers, ledger, past }: World): boolean {
  if (replica === undefined || past.settled.length === 0) return false;
  const nothingLeft =
    parked.length === 0 &&
    messages.every(({ queued }) => !queued) &&
    workers.every(({ at }) => at === 'idle');
  return nothingLeft && ledger.phase !== 'submitted' && ledger.phase !== 'refused';
}
