import { problemText } from '../problem-text.ts';
import { useWords } from '../texts/index.ts';

/** What went wrong, said at once to whoever cannot see it. */
export function ProblemNote({ error }: { readonly error: unknown }) {
  const { t, language } = useWords();
  if (error === undefined) return null;
  return (
    <p class="note bad" role="alert">
      {problemText(t, language, error)}
    </p>
  );
}
