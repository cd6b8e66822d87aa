import { useId, useState } from 'preact/hooks';
import type { Resolution, Submission } from '../client.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { localMoment, momentIn, spanIn, useNow } from '../time.ts';
import { Confirm } from './confirm.tsx';

export interface ResolveProps {
  readonly submission: Submission;
  /** What is judged, as the person saw it. */
  readonly armedBy: string;
  onSettled(text: string): void;
}

/** What a person found at the target, with a reason; asked once more before it is said. */
export function Resolve({ submission, armedBy, onSettled }: ResolveProps) {
  const { client } = useSession();
  const { t } = useWords();
  const [verdict, setVerdict] = useState<'landed' | 'absent'>();
  const [receipt, setReceipt] = useState('');
  const [lookedAt, setLookedAt] = useState('');
  const [why, setWhy] = useState('');
  const [asks, setAsks] = useState(false);
  const id = useId();
  const { key } = submission;

  const resolve = async () => {
    const resolution: Resolution =
      verdict === 'landed'
        ? { verdict, armedBy, receipt, why }
        : { verdict: 'absent', armedBy, lookedAt: new Date(lookedAt).toISOString(), why };
    const { phase } = await client.resolve(key, resolution);
    const phases: Readonly<Record<string, string>> = t.phases;
    onSettled(
      verdict === 'absent' ? t.resolve.doneAbsent : filled(t.resolve.done, { phase: phases[phase] ?? phase }),
    );
  };
  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t.resolve.title}</h2>
      <p>{t.resolve.lead}</p>
      <TooEarly submission={submission} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsks(true);
        }}
      >
        <fieldset>
          <legend>{t.resolve.verdict}</legend>
          {(['landed', 'absent'] as const).map((one) => (
            <label key={one} class="check">
              <input
                type="radio"
                name={`${id}-verdict`}
                required
                checked={verdict === one}
                onChange={() => setVerdict(one)}
              />
              {t.resolve[one]}
            </label>
          ))}
        </fieldset>
        {verdict === 'landed' && (
          <p>
            <label for={`${id}-receipt`}>{t.resolve.receipt}</label>
            <input
              id={`${id}-receipt`}
              required
              maxLength={1_000}
              value={receipt}
              aria-describedby={`${id}-receipt-hint`}
              onInput={(event) => setReceipt(event.currentTarget.value)}
            />
            <small id={`${id}-receipt-hint`}>{t.resolve.receiptHint}</small>
          </p>
        )}
        {verdict === 'absent' && (
          <p>
            <label for={`${id}-looked`}>{t.resolve.lookedAt}</label>
            <span class="row">
              <input
                id={`${id}-looked`}
                type="datetime-local"
                step={1}
                required
                value={lookedAt}
                onInput={(event) => setLookedAt(event.currentTarget.value)}
              />
              <button type="button" onClick={() => setLookedAt(localMoment(Date.now()))}>
                {t.resolve.now}
              </button>
            </span>
          </p>
        )}
        <p>
          <label for={`${id}-why`}>{t.resolve.why}</label>
          <textarea
            id={`${id}-why`}
            required
            maxLength={1_000}
            rows={2}
            value={why}
            onInput={(event) => setWhy(event.currentTarget.value)}
          />
        </p>
        <p class="buttons">
          <button type="submit" class="primary">
            {t.resolve.submit}
          </button>
        </p>
      </form>
      {asks && (
        <Confirm
          title={verdict === 'landed' ? t.resolve.confirmLanded : t.resolve.confirmAbsent}
          yes={t.resolve.confirm}
          danger={verdict === 'absent'}
          onYes={resolve}
          onClose={() => setAsks(false)}
        >
          <p>
            <strong>{submission.label || key}</strong>
          </p>
          <p>
            {verdict === 'landed'
              ? filled(t.resolve.confirmLandedText, { receipt })
              : t.resolve.confirmAbsentText}
          </p>
          <p>
            {t.common.reason}: {why}
          </p>
        </Confirm>
      )}
    </section>
  );
}

/** From when on a look is believed that finds nothing. */
function TooEarly({ submission: { absentFrom } }: { readonly submission: Submission }) {
  const { t, language } = useWords();
  const nowMs = useNow();
  if (absentFrom === undefined) return null;
  const leftMs = Date.parse(absentFrom) - nowMs;
  const time = momentIn(language, absentFrom);
  if (leftMs <= 0) return <p>{filled(t.resolve.from, { time })}</p>;
  return <p class="note">{filled(t.resolve.tooEarly, { time, span: spanIn(t, leftMs) })}</p>;
}
