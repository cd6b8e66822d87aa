import { useWords } from '../texts/index.ts';

/** A phase by its word and, for those who see it, its colour. */
export function PhaseBadge({ phase }: { readonly phase: string }) {
  const { t } = useWords();
  const words: Readonly<Record<string, string>> = t.phases;
  const means: Readonly<Record<string, string>> = t.phaseMeans;
  return (
    <span class={`phase ${phase}`} title={means[phase] ?? ''}>
      {words[phase] ?? phase}
    </span>
  );
}
