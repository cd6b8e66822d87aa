import { type HandedIn, Refusal } from '../client.ts';
import { hrefOf } from '../route.ts';
import { filled, useWords } from '../texts/index.ts';
import { ProblemNote } from './problem.tsx';

/** How handing in ended, or how far it is. */
export type Sent =
  | { readonly is: 'sending' }
  | { readonly is: 'waiting'; cancel(): void }
  | { readonly is: 'stopped' }
  | { readonly is: 'wrong' }
  | { readonly is: 'unknown' }
  | { readonly is: 'problem'; readonly error: unknown }
  | { readonly is: 'handedIn'; readonly before: boolean; readonly answer: HandedIn };

export interface SendResultProps {
  readonly sent: Sent | undefined;
  onOnceMore(answer: HandedIn): void;
}

export function SendResult({ sent, onOnceMore }: SendResultProps) {
  const { t } = useWords();
  const isConflict =
    sent?.is === 'problem' && sent.error instanceof Refusal && sent.error.type === 'conflict';
  return (
    <>
      {sent?.is === 'problem' && !isConflict && <ProblemNote error={sent.error} />}
      <div role="status">{sent && said(sent)}</div>
    </>
  );

  function said(now: Sent) {
    const phases: Readonly<Record<string, string>> = t.phases;
    switch (now.is) {
      case 'sending':
      case 'wrong':
        return null;
      case 'waiting':
        return (
          <p class="note">
            {t.send.waiting}{' '}
            <button type="button" onClick={now.cancel}>
              {t.common.cancel}
            </button>
          </p>
        );
      case 'stopped':
        return <p class="note">{t.send.stopped}</p>;
      case 'unknown':
        return <p class="note bad">{t.send.unknown}</p>;
      case 'problem': {
        if (!isConflict || !(now.error instanceof Refusal)) return null;
        const { key, phase } = now.error.body as { readonly key?: string; readonly phase?: string };
        return (
          <p class="note bad">
            {filled(t.send.conflict, { phase: phases[phase ?? ''] ?? phase ?? '' })}{' '}
            {key && <a href={hrefOf.submission(key)}>{t.common.open}</a>}
          </p>
        );
      }
      case 'handedIn': {
        const { answer, before } = now;
        const settled =
          !answer.queued &&
          filled(t.send.settled, {
            phase: phases[answer.phase] ?? answer.phase,
            text: answer.outcome?.text ?? t.common.none,
          });
        return (
          <div class={`note ${before ? '' : 'good'}`}>
            <p>{before ? t.send.queuedBefore : settled || t.send.queued}</p>
            <p>
              <a href={hrefOf.submission(answer.key)}>{t.send.see}</a>.{' '}
              {answer.queued && !before && t.send.notYet}
            </p>
            {before && (
              <p>
                <button type="button" onClick={() => onOnceMore(answer)}>
                  {t.send.once}
                </button>
              </p>
            )}
          </div>
        );
      }
      default:
        return now satisfies never;
    }
  }
}
