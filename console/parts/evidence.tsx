import { useState } from 'preact/hooks';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { momentIn } from '../time.ts';
import { ProblemNote } from './problem.tsx';
import { useAsked } from './use-asked.ts';

/** What was kept of what the target showed, by a link that lasts for minutes. */
export function EvidenceView({ at, label }: { readonly at: string; readonly label: string }) {
  const { client } = useSession();
  const { t, language } = useWords();
  const { value, error, ask } = useAsked(() => client.evidence(at), at);
  const [gone, setGone] = useState<string>();
  if (error !== undefined) {
    return (
      <>
        <ProblemNote error={error} />
        <button type="button" onClick={ask}>
          {t.common.again}
        </button>
      </>
    );
  }
  if (value === undefined) return <p>{t.common.loading}</p>;
  const url = new URL(value.url, location.origin);
  // The address comes from the API; anything else than a page would be code.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return <p>{t.evidence.none}</p>;
  const link = (words: string) => (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
  if (gone === url.href) {
    return (
      <p>
        {t.evidence.gone}{' '}
        <button type="button" onClick={ask}>
          {t.common.again}
        </button>
      </p>
    );
  }
  const expires = <small>{filled(t.evidence.expires, { time: momentIn(language, value.expiresAt) })}</small>;
  if (!value.type.startsWith('image/')) {
    return (
      <p>
        {link(t.evidence.text)} {expires}
      </p>
    );
  }
  return (
    <figure>
      <a href={url.href} target="_blank" rel="noopener noreferrer" aria-label={t.evidence.full}>
        <img src={url.href} alt={filled(t.evidence.alt, { label })} onError={() => setGone(url.href)} />
      </a>
      <figcaption>{expires}</figcaption>
    </figure>
  );
}
