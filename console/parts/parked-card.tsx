import { useId, useState } from 'preact/hooks';
import type { ParkedMessage } from '../client.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { momentIn } from '../time.ts';
import { Confirm } from './confirm.tsx';
import { Facts } from './facts.tsx';
import { PhaseBadge } from './phase.tsx';

type Verb = 'retry' | 'keep' | 'discard';

export interface ParkedProps {
  readonly message: ParkedMessage;
  /** Whether the page around it is that of its submission. */
  readonly isAtHome?: boolean;
  onDecided(text: string): void;
}

/** A parked message: what it is, what would become of it, and the decisions. */
export function ParkedCard({ message, isAtHome = false, onDecided }: ParkedProps) {
  const { t, language } = useWords();
  const [asks, setAsks] = useState<Verb>();
  const id = useId();
  const { key, phase, willAnswer, errors, data, reason, label, form } = message;
  const isUnknown = phase === 'unknown';
  const name = label ?? filled(t.parked.noLabel, { id: message.id });
  return (
    <article class="card" aria-labelledby={id}>
      <h3 id={id}>{key !== undefined && !isAtHome ? <a href={hrefOf.submission(key)}>{name}</a> : name}</h3>
      <Facts
        of={[
          [t.common.form, form],
          [t.parked.reason, reason],
          [
            t.parked.errors,
            errors.length > 0 && (
              <ul key="errors" lang="en">
                {errors.map((error) => (
                  <li key={error.field}>
                    {error.field} {error.message}
                  </li>
                ))}
              </ul>
            ),
          ],
          [t.parked.created, momentIn(language, message.createdAt)],
          [t.parked.since, message.parkedAt && momentIn(language, message.parkedAt)],
          [
            t.parked.phase,
            phase === undefined ? t.parked.noRecord : <PhaseBadge key="phase" phase={phase} />,
          ],
          [t.parked.willAnswer, <strong key="answer">{t.willAnswer[willAnswer.answer]}</strong>],
        ]}
      />
      <details>
        <summary>{t.parked.data}</summary>
        {data === undefined ? <p>{t.parked.noData}</p> : <pre>{JSON.stringify(data, undefined, 2)}</pre>}
      </details>
      {isUnknown && (
        <p class="note">
          {isAtHome || key === undefined ? (
            t.parked.resolveFirst
          ) : (
            <a href={hrefOf.submission(key)}>{t.parked.resolveFirst}</a>
          )}
        </p>
      )}
      <p class="buttons">
        {!isUnknown && (
          <button type="button" class="primary" onClick={() => setAsks('retry')}>
            {t.parked.retry}
          </button>
        )}
        <button type="button" onClick={() => setAsks('keep')}>
          {t.parked.keep}
        </button>
        <button type="button" class="danger" onClick={() => setAsks('discard')}>
          {t.parked.discard}
        </button>
      </p>
      {asks && (
        <Decide
          message={message}
          name={name}
          verb={asks}
          onDecided={onDecided}
          onClose={() => setAsks(undefined)}
        />
      )}
    </article>
  );
}

interface DecideProps {
  readonly message: ParkedMessage;
  readonly name: string;
  readonly verb: Verb;
  onDecided(text: string): void;
  onClose(): void;
}

function Decide({ message, name, verb, onDecided, onClose }: DecideProps) {
  const { client } = useSession();
  const { t } = useWords();
  const [why, setWhy] = useState('');
  const id = useId();
  const needsWhy = verb === 'discard';
  const words = {
    retry: [
      t.parked.confirmRetry,
      t.willAnswer[message.willAnswer.answer],
      t.parked.yesRetry,
      t.parked.retried,
    ],
    keep: [t.parked.confirmKeep, t.parked.confirmKeepText, t.parked.yesKeep, t.parked.kept],
    discard: [t.parked.confirmDiscard, t.parked.confirmDiscardText, t.parked.yesDiscard, t.parked.discarded],
  } as const satisfies Record<Verb, readonly string[]>;
  const [title, text, yes, done] = words[verb];
  return (
    <Confirm
      title={title}
      yes={yes}
      danger={verb === 'discard'}
      onClose={onClose}
      onYes={async () => {
        await client.decide(message.id, verb, why.trim());
        onDecided(done);
      }}
    >
      <p>
        <strong>{name}</strong>
      </p>
      <p>{text}</p>
      <p>
        <label for={id}>{needsWhy ? t.common.reason : t.common.reasonOptional}</label>
        <textarea
          id={id}
          rows={2}
          maxLength={1_000}
          required={needsWhy}
          value={why}
          onInput={(event) => setWhy(event.currentTarget.value)}
        />
      </p>
    </Confirm>
  );
}
