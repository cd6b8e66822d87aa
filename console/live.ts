import { PHASES, type Phase } from '../lib/submission/phases.ts';
import type { Duty, Membership, News, Tabs } from '../lib/tabs/index.ts';
import { type Client, Refusal, type Submission } from './client.ts';

/** Between the end of one look and the next. */
const EVERY_MS = 2_000;
/** After looks that failed, doubled each time. */
const MOST_MS = 30_000;
/** Pages of one phase in one look: each may come empty from a large ledger. */
const MOST_PAGES = 3;
/** Of one phase: more is no use on a screen. */
const ENOUGH = 100;

export interface PhaseView {
  readonly submissions: readonly Submission[];
  /** There are others that nobody looked at. */
  readonly more: boolean;
}

/** What one tab found, and all show. */
export interface Look {
  readonly phases: Readonly<Record<Phase, PhaseView>> | undefined;
  /** Of the phases, epoch milliseconds: older than the look where that failed. */
  readonly atMs: number;
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
      look = { phases: await phasesOf(client, signal), atMs: Date.now() };
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      const problem =
        error instanceof Refusal ? { status: error.status, type: error.type } : { status: 0, type: '' };
      look = { phases: last()?.phases, atMs: last()?.atMs ?? Date.now(), problem };
    }
    await publish(look);
    await pause(Math.min(MOST_MS, EVERY_MS * 2 ** failures), signal);
  }
}

/** One phase after the other: nobody else's concurrency is to be used up by a look. */
async function phasesOf(client: Client, signal: AbortSignal): Promise<Record<Phase, PhaseView>> {
  const views: [Phase, PhaseView][] = [];
  for (const phase of PHASES) views.push([phase, await viewOf(client, phase, signal)]);
  return Object.fromEntries(views) as Record<Phase, PhaseView>;
}

async function viewOf(client: Client, phase: Phase, signal: AbortSignal): Promise<PhaseView> {
  // By key: a submission may be on two pages.
  const found = new Map<string, Submission>();
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES && found.size < ENOUGH; pages++) {
    const page = await client.page(phase, cursor, signal);
    for (const one of page.submissions) found.set(one.key, one);
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return { submissions: [...found.values()].slice(0, ENOUGH), more: cursor !== undefined };
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
