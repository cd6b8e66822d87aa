import { useRef } from 'preact/hooks';
import { PHASES, type Phase } from '../../lib/submission/phases.ts';
import type { Submission } from '../client.ts';
import { hasMore, IncompleteNote, LiveNote, PausedNote } from '../parts/live-note.tsx';
import { PhaseBadge } from '../parts/phase.tsx';
import { hrefOf } from '../route.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { agoIn, momentIn, spanIn, useNow } from '../time.ts';

export function List({ phase }: { readonly phase: string }) {
  const { t } = useWords();
  const { look } = useSession().live;
  const shown = PHASES.filter((one) => phase === '' || one === phase);
  const overview = look?.overview;
  const rows = shown
    .flatMap((one) => overview?.phases[one].newest ?? [])
    .sort((one, other) => changedMs(other) - changedMs(one));
  const isMore = shown.some((one) => hasMore(overview?.phases[one]));
  return (
    <>
      <h1 tabIndex={-1}>{t.list.title}</h1>
      <LiveNote />
      <PausedNote />
      <FindByKey />
      <nav class="phases" aria-label={t.list.phases}>
        <PhaseLink phase="" chosen={phase} />
        {PHASES.map((one) => (
          <PhaseLink key={one} phase={one} chosen={phase} />
        ))}
      </nav>
      {look?.overview && (rows.length === 0 ? <p>{t.list.empty}</p> : <Rows rows={rows} atMs={look.atMs} />)}
      {isMore && <p class="note">{t.list.more}</p>}
      <IncompleteNote />
    </>
  );
}

function PhaseLink({ phase, chosen }: { readonly phase: Phase | ''; readonly chosen: string }) {
  const { t, language } = useWords();
  const { look } = useSession().live;
  const overview = look?.overview;
  const counted: readonly Phase[] = phase === '' ? PHASES : [phase];
  const n = counted.reduce((all, one) => all + (overview?.phases[one].count ?? 0), 0);
  const text = overview?.complete === false ? t.list.countMore : t.list.count;
  return (
    <a href={hrefOf.list(phase)} aria-current={phase === chosen ? 'true' : undefined}>
      {phase === '' ? t.list.all : t.phases[phase]}{' '}
      {overview && <b>{filled(text, { n: n.toLocaleString(language) })}</b>}
    </a>
  );
}

function FindByKey() {
  const { t } = useWords();
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        const key = field.current?.value.trim() ?? '';
        if (key !== '') location.hash = hrefOf.submission(key);
      }}
    >
      <label for="find">{t.list.find}</label>
      <input id="find" ref={field} spellcheck={false} autocomplete="off" />
      <button type="submit">{t.list.go}</button>
    </form>
  );
}

/** Roles are said although they are those of a table: at phone width its rows are drawn as cards, and would lose them. */
function Rows({ rows, atMs }: { readonly rows: readonly Submission[]; readonly atMs: number }) {
  const { t, language } = useWords();
  const nowMs = useNow();
  const sinceMs = Math.max(0, nowMs - atMs);
  const names = [
    t.list.submission,
    t.list.phase,
    t.list.attempt,
    t.list.duplicates,
    t.list.lease,
    t.list.beat,
    t.list.changed,
  ] as const;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <table role="table" aria-label={t.list.title}>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <thead role="rowgroup">
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tr role="row">
          {names.map((name) => (
            // biome-ignore lint/a11y/noRedundantRoles: see above
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <tbody role="rowgroup">
        {rows.map(({ key, label, form, phase, attempt, duplicates, lease, ...rest }) => {
          const leftMs = lease && lease.leftMs - sinceMs;
          const changed = changedMs(rest);
          return (
            // biome-ignore lint/a11y/noRedundantRoles: see above
            <tr key={key} role="row">
              <Cell name={names[0]}>
                <a href={hrefOf.submission(key)}>{label || key}</a> <small>{form}</small>
              </Cell>
              <Cell name={names[1]}>
                <PhaseBadge phase={phase} />
              </Cell>
              <Cell name={names[2]}>{attempt}</Cell>
              <Cell name={names[3]}>{duplicates > 0 ? duplicates : undefined}</Cell>
              <Cell name={names[4]}>{leftMs === undefined ? undefined : spanIn(t, leftMs)}</Cell>
              <Cell name={names[5]}>{lease && agoIn(t, lease.beatMsAgo + sinceMs)}</Cell>
              <Cell name={names[6]}>
                {changed > 0 ? (
                  <time dateTime={new Date(changed).toISOString()} title={momentIn(language, changed)}>
                    {agoIn(t, nowMs - changed)}
                  </time>
                ) : undefined}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Cell({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  const { t } = useWords();
  const isEmpty = children === undefined;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: rows are drawn as cards at phone width, and would lose it
    <td role="cell" data-name={name} class={isEmpty ? 'empty' : undefined}>
      {isEmpty ? t.common.none : children}
    </td>
  );
}

type Times = Pick<Submission, 'createdAt' | 'claimedAt' | 'armedAt' | 'settledAt' | 'metAt'> & {
  readonly log: readonly { readonly at: string }[];
};

/** When something last happened to it; 0 where nobody knows. */
function changedMs({ createdAt, claimedAt, armedAt, settledAt, metAt, log }: Times): number {
  const all = [createdAt, claimedAt, armedAt, settledAt, metAt, log.at(-1)?.at];
  return Math.max(0, ...all.flatMap((one) => (one === undefined ? [] : [Date.parse(one)])));
}
