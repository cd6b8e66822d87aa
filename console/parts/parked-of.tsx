import { useState } from 'preact/hooks';
import { type ParkedMessage, Refusal } from '../client.ts';
import { useSession } from '../session-context.ts';
import { useWords } from '../texts/index.ts';
import { ParkedCard } from './parked-card.tsx';
import { ProblemNote } from './problem.tsx';
import { useAsked } from './use-asked.ts';

/** The parked message of a submission, on demand: the queue shows nothing without taking it. */
export function ParkedOf({ at, onDecided }: { readonly at: string; onDecided(): void }) {
  const { client } = useSession();
  const { t } = useWords();
  const [chosen, setChosen] = useState<string>();
  const [said, setSaid] = useState('');
  const look = async (): Promise<ParkedMessage | 'none'> => {
    try {
      return await client.parkedOne(chosen ?? at);
    } catch (error) {
      if (error instanceof Refusal && error.type === 'notFound') return 'none';
      throw error;
    }
  };
  const { value, error, busy, ask } = useAsked(look, at, { atOnce: false });
  const ids = error instanceof Refusal && error.type === 'several' ? error.body.ids : undefined;
  return (
    <section>
      <h2>{t.parked.title}</h2>
      <p role="status" class={said === '' ? undefined : 'note good'}>
        {said}
        {value === 'none' && error === undefined && said === '' && t.parked.none}
      </p>
      <ProblemNote error={error} />
      {Array.isArray(ids) && (
        <ul>
          {ids.map(String).map((id) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  setChosen(id);
                  // With the id that is chosen now, which the next render brings.
                  setTimeout(ask);
                }}
              >
                {id}
              </button>
            </li>
          ))}
        </ul>
      )}
      {value !== undefined && value !== 'none' && error === undefined && (
        <ParkedCard
          message={value}
          isAtHome
          onDecided={(text) => {
            setSaid(text);
            setChosen(undefined);
            setTimeout(ask);
            onDecided();
          }}
        />
      )}
      <p>
        <button
          type="button"
          disabled={busy}
          onClick={() => {
            setSaid('');
            ask();
          }}
        >
          {value === undefined ? t.parked.look : t.review.lookAgain}
        </button>
      </p>
    </section>
  );
}
