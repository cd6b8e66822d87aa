import type { Egress } from '../egress/proxy.ts';
import { messageOf } from '../submission/errors.ts';
import { NotReachedError, type Told } from './http-exchange.ts';
import type { HttpSession } from './http-session.ts';
import { withoutQuery } from './plain-error.ts';
import { refusalOf } from './visit.ts';

/**
 * Loads a page without a browser.
 * @throws ParkError `hostNotAllowed` when the egress proxy refused its host, or one that it redirects to; Error when it
 * cannot be loaded as a whole in time; the signal's reason on abort
 */
export async function visitByHttp(
  session: HttpSession,
  egress: Egress,
  url: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Told> {
  let told: Told;
  try {
    told = await session.load(new URL(url), AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  } catch (thrown) {
    signal.throwIfAborted();
    const refused = thrown instanceof NotReachedError && thrown.reach === 'refused';
    const why = withoutQuery(messageOf(thrown));
    throw (refused ? refusalOf(egress) : undefined) ?? new Error(`the page could not be loaded: ${why}`);
  }
  signal.throwIfAborted();
  if (!told.whole) throw new Error('the page came only in part, or is too large to be read');
  return told;
}
