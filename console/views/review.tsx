import { useState } from 'preact/hooks';
import { hasMore, IncompleteNote, LiveNote, PausedNote } from '../parts/live-note.tsx';
import { ParkedCard } from '../parts/parked-card.tsx';
import { ProblemNote } from '../parts/problem.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { spanIn, useNow } from '../time.ts';

/** What waits for a person: outcomes that nobody knows, and messages that the worker has put aside. */
export function Review() {
  const { t } = useWords();
  return (
    <>
      <h1 tabIndex={-1}>{t.review.title}</h1>
      <LiveNote />
      <PausedNote />
      <Unknowns />
      <ParkedMessages />
    </>
  );
}

function Unknowns() {
  const { t } = useWords();
  const { look } = useSession().live;
  const nowMs = useNow();
  const unknown = look?.overview?.phases.unknown;
  return (
    <section>
      <h2>{t.review.unknown}</h2>
      <p>{t.review.unknownLead}</p>
      {unknown?.count === 0 && look?.overview?.complete && <p>{t.review.unknownNone}</p>}
      <ul class="cards">
        {unknown?.newest.map(({ key, label, form, settledAt, armedAt, outcome, reason }) => (
          <li key={key} class="card">
            <p>
              <strong>{label || key}</strong> <small>{form}</small>
            </p>
            <p>
              {filled(t.review.since, { span: spanIn(t, nowMs - Date.parse(settledAt ?? armedAt ?? '')) })}
              {(outcome?.text ?? reason) && (
                <>
                  {': '}
                  <q>{outcome?.text ?? reason}</q>
                </>
              )}
            </p>
            <p class="buttons">
              <a class="button" href={hrefOf.submission(key)}>
                {t.review.decide}
                <span class="unseen"> {label || key}</span>
              </a>
            </p>
          </li>
        ))}
      </ul>
      {hasMore(unknown) && <p class="note">{t.list.more}</p>}
      <IncompleteNote />
    </section>
  );
}

function ParkedMessages() {
  const { client } = useSession();
  const { t } = useWords();
  const [said, setSaid] = useState('');
  const { value, error, busy, ask } = useAsked(() => client.parked(), '', { atOnce: false });
  return (
    <section>
      <h2>{t.review.parked}</h2>
      <p>{t.review.parkedLead}</p>
      <p>
        <button
          type="button"
          disabled={busy}
          onClick={() => {
            setSaid('');
            ask();
          }}
        >
          {value === undefined ? t.review.look : t.review.lookAgain}
        </button>
      </p>
      <p role="status" class={said === '' ? undefined : 'note good'}>
        {said}
        {value?.messages.length === 0 && value.complete && said === '' && t.review.parkedNone}
      </p>
      <ProblemNote error={error} />
      {value?.complete === false && <p class="note">{t.review.incomplete}</p>}
      <div class="cards">
        {value?.messages.map((message) => (
          <ParkedCard
            key={message.id}
            message={message}
            onDecided={(text) => {
              setSaid(text);
              ask();
            }}
          />
        ))}
      </div>
    </section>
  );
}
