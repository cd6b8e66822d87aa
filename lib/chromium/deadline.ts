/**
 * Waits for `work`, at most `timeoutMs`. The work itself is not stopped; its later outcome is ignored.
 * The timer never outlives the call.
 * @throws Error naming `what` when the time is over; otherwise what `work` throws
 */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} took longer than ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
