import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { agoIn, useNow } from '../time.ts';

/** Older than this is worth a word: three looks have not come. */
const STALE_MS = 8_000;

/** How old what is shown is, who asks for it, and what is wrong with that. */
export function LiveNote() {
  const { t } = useWords();
  const { look, leads, failed } = useSession().live;
  const nowMs = useNow();
  if (look === undefined && failed === undefined) return <p role="status">{t.common.loading}</p>;
  const problem = look?.problem;
  const isStale = look?.phases !== undefined && nowMs - look.atMs > STALE_MS;
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
