import { useEffect, useRef, useState } from 'preact/hooks';
import { PHASES } from '../../lib/submission/phases.ts';
import { Refusal, type Submission } from '../client.ts';
import { EvidenceView } from '../parts/evidence.tsx';
import { Facts } from '../parts/facts.tsx';
import { LiveNote } from '../parts/live-note.tsx';
import { ParkedOf } from '../parts/parked-of.tsx';
import { PhaseBadge } from '../parts/phase.tsx';
import { ProblemNote } from '../parts/problem.tsx';
import { Resolve } from '../parts/resolve.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { agoIn, momentIn, spanIn } from '../time.ts';
import { timeLine } from '../time-line.ts';

/** One submission: where it stands, how it came there, and what a person may decide. */
export function SubmissionView({ at }: { readonly at: string }) {
  const { client, live } = useSession();
  const { t } = useWords();
  const { value, error, busy, ask } = useAsked(() => client.submission(at), at);
  const [said, setSaid] = useState('');
  const listed = PHASES.map((phase) =>
    live.look?.overview?.phases[phase].newest.find(({ key }) => key === at),
  ).find((one) => one !== undefined);
  useFollow(listed, ask);
  const isMissing = error instanceof Refusal && error.status === 404;
  const settled = (text: string) => {
    setSaid(text);
    ask();
  };
  return (
    <>
      <p>
        <a href={hrefOf.list()}>{t.submission.back}</a>
      </p>
      <h1 tabIndex={-1}>{value?.label || at}</h1>
      <LiveNote />
      {isMissing ? <p class="note">{t.submission.missing}</p> : <ProblemNote error={error} />}
      {value === undefined && error === undefined && <p>{t.common.loading}</p>}
      <p role="status" class={said === '' ? undefined : 'note good'}>
        {said}
      </p>
      {value && !isMissing && <Told submission={value} onSettled={settled} />}
      <p>
        <button type="button" onClick={ask} disabled={busy}>
          {t.submission.refresh}
        </button>
      </p>
      <ParkedOf at={at} onDecided={ask} />
    </>
  );
}

/** Looks again when the list shows that something has happened. */
function useFollow(listed: Submission | undefined, ask: () => void): void {
  const stamp = listed && JSON.stringify({ ...listed, lease: undefined });
  const seen = useRef(stamp);
  useEffect(() => {
    if (stamp === undefined || stamp === seen.current) return;
    seen.current = stamp;
    ask();
  }, [stamp, ask]);
}

function Told({ submission, onSettled }: { readonly submission: Submission; onSettled(text: string): void }) {
  const { t, language } = useWords();
  const { key, form, label, phase, attempt, lease, reason, outcome, messageId, evidence, armedBy } =
    submission;
  return (
    <>
      <section class="card">
        <Facts
          of={[
            [t.submission.phase, <PhaseBadge key="phase" phase={phase} />],
            [t.common.form, form],
            [t.common.key, <code key="key">{key}</code>],
            [t.submission.attempt, attempt],
            [
              t.submission.lease,
              lease &&
                filled(t.submission.leaseSays, {
                  left: spanIn(t, lease.leftMs),
                  beat: agoIn(t, lease.beatMsAgo),
                }),
            ],
            [t.submission.reason, reason],
            [t.submission.outcome, outcome?.text],
            [t.submission.message, messageId && <code key="message">{messageId}</code>],
          ]}
        />
      </section>
      <div class="two">
        <section class="card">
          <h2>{t.submission.history}</h2>
          <ol class="line">
            {timeLine(submission, t).map(({ at, text, more, isDecision }) => (
              <li key={`${at} ${text}`} class={isDecision ? 'decision' : undefined}>
                {at !== undefined && <time dateTime={at}>{momentIn(language, at)}</time>}
                <span>{text}</span>
                {more && <q>{more}</q>}
              </li>
            ))}
          </ol>
        </section>
        <section class="card">
          <h2>{t.submission.evidence}</h2>
          {evidence ? <EvidenceView at={key} label={label} /> : <p>{t.evidence.none}</p>}
        </section>
      </div>
      {armedBy !== undefined && lease === undefined && (
        <Resolve key={armedBy} submission={submission} armedBy={armedBy} onSettled={onSettled} />
      )}
    </>
  );
}
