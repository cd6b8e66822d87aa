import type { Duty, Membership, News, Tabs } from '../lib/tabs/index.ts';
import { type Client, type Overview, Refusal } from './client.ts';

/** Between the end of one look and the next. */
const EVERY_MS = 2_000;
/** After looks that failed, doubled each time. */
const MOST_MS = 30_000;
/** A look goes through the whole ledger: it is rested for so many times what it took, so that Redis has a tenth of it at most. */
const REST = 9;

/** What one tab found, and all show. */
export interface Look {
  readonly overview: Overview | undefined;
  /** Of the overview, epoch milliseconds: older than the look where that failed. */
  readonly atMs: number;
  /** Until the next look. */
  readonly restMs: number;
  readonly problem?: { readonly status: number; readonly type: string } | undefined;
}

export interface Live {
  readonly look: Look | undefined;
  readonly leads: boolean;
  /** Why this tab gets no news. */
  readonly failed: string | undefined;
}

export const NOTHING: Live = { look: undefined, leads: false, failed: undefined };

/**
 * Looks at the ledger for as long as the page is seen: one of all the tabs that have this token asks the API, and tells the
 * others. A hidden page neither asks nor leads; a browser slows its timers down, and others would wait for it.
 * @returns what ends it
 */
export function watch(tabs: Tabs, client: Client, token: string, show: (live: Live) => void): () => void {
  let live = NOTHING;
  let membership: Membership | undefined;
  const now = (change: Partial<Live>) => {
    live = { ...live, ...change };
    show(live);
  };
  const stand = () =>
    tabs.leader<Look>(`look ${token}`, {
      lead: (duty) => lead(duty, client, () => live.look),
      onNews: ({ state }: News<Look>) => now({ look: state, failed: undefined }),
      onRole: (role) => now({ leads: role === 'leader' }),
      onError: (error) => now({ failed: String(error) }),
    });
  const follow = () => {
    if (document.visibilityState === 'hidden') {
      membership?.leave();
      membership = undefined;
    } else {
      membership ??= stand();
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    membership?.leave();
  };
}

async function lead(
  { signal, stillMine, publish }: Duty<Look>,
  client: Client,
  last: () => Look | undefined,
): Promise<void> {
  let failures = 0;
  while (await stillMine()) {
    let look: Look;
    try {
      const overview = await client.overview(signal);
      failures = 0;
      look = { overview, atMs: Date.now(), restMs: Math.max(EVERY_MS, REST * overview.tookMs) };
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      const problem =
        error instanceof Refusal ? { status: error.status, type: error.type } : { status: 0, type: '' };
      const restMs = Math.min(MOST_MS, EVERY_MS * 2 ** failures);
      look = { overview: last()?.overview, atMs: last()?.atMs ?? Date.now(), restMs, problem };
    }
    await publish(look);
    await pause(look.restMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
