import type { Overview } from '../client.ts';
import type { Look } from '../live.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { agoIn, useNow } from '../time.ts';

/** Older than so many rests, and this, is worth a word: three looks have not come. */
const STALE_RESTS = 3;
const SLACK_MS = 2_000;

/** How old what is shown is, who asks for it, and what is wrong with that. */
export function LiveNote() {
  const { t } = useWords();
  const { look, leads, failed } = useSession().live;
  const nowMs = useNow();
  if (look === undefined && failed === undefined) return <p role="status">{t.common.loading}</p>;
  const problem = look?.problem;
  const isStale = look?.overview !== undefined && nowMs - look.atMs > staleMs(look);
  return (
    <>
      <p role="status" class={problem || failed ? 'note bad' : 'live'}>
        {problem && `${problemOf(problem)} `}
        {failed !== undefined && `${filled(t.list.failed, { why: failed })} `}
        {!problem && !isStale && failed === undefined && t.list.fresh}
        {!problem && <small> {leads ? t.list.leads : t.list.follows}</small>}
      </p>
      {/* Outside of the status, which would be read out every second. */}
      {isStale && <p class="stale">{filled(t.list.stale, { ago: agoIn(t, nowMs - look.atMs) })}</p>}
    </>
  );

  function problemOf({ status, type }: { readonly status: number; readonly type: string }): string {
    if (type === 'forbidden') return t.list.forbidden;
    if (type === 'unauthorized') return t.signIn.over;
    return status === 0 ? t.list.noNetwork : filled(t.list.offline, { status });
  }
}

/** Forms that send nothing now: who waits for a submission, or looks at unknown ones, wants to know. */
export function PausedNote() {
  const { t } = useWords();
  const paused = useSession().live.look?.overview?.paused ?? [];
  return (
    <>
      {paused.map(({ form, why }) => (
        <p key={form} class="note bad">
          {filled(t.list.paused, { form, why })} <code>npx sekali resume {form}</code>
        </p>
      ))}
    </>
  );
}

/** That there are submissions which nobody has looked at. */
export function IncompleteNote() {
  const { t } = useWords();
  return useSession().live.look?.overview?.complete === false ? (
    <p class="note">{t.list.incomplete}</p>
  ) : null;
}

/** Whether a phase has more than are shown. */
export function hasMore(phase: Overview['phases']['open'] | undefined): boolean {
  return phase !== undefined && phase.count > phase.newest.length;
}

function staleMs({ restMs, problem }: Look): number {
  return problem === undefined ? STALE_RESTS * restMs + SLACK_MS : 0;
}
