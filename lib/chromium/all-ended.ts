/**
 * Waits until all have ended, also when one of them fails: the caller may then remove what they were writing to.
 * @throws what the first of them, in their order, has thrown
 */
export async function allEnded(all: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(all)) if (one.status === 'rejected') throw one.reason;
}
