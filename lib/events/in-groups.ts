/** Side by side: a sink answers within some 20 ms, and a Redis connection takes one after another anyway. */
const GROUP = 10;

/**
 * Does something with each, a group at a time, until all of a group failed: then what they need is down, and the rest would
 * only wait for it. It begins anywhere: some that fail every time must not stand before all others for ever.
 * @returns how many succeeded
 */
export async function inGroups<T>(all: readonly T[], act: (one: T) => Promise<boolean>): Promise<number> {
  const begin = Math.floor(Math.random() * all.length);
  const inTurn = [...all.slice(begin), ...all.slice(0, begin)];
  let count = 0;
  for (let from = 0; from < inTurn.length; from += GROUP) {
    const done = await Promise.all(inTurn.slice(from, from + GROUP).map(act));
    if (!done.includes(true)) break;
    count += done.filter(Boolean).length;
  }
  return count;
}
