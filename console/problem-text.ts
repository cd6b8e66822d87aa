import { Refusal } from './client.ts';
import { filled, type Language, type Texts } from './texts/index.ts';
import { momentIn } from './time.ts';

/** What went wrong, in the person's language: by its type, since what the API itself says is English. */
export function problemText(t: Texts, language: Language, error: unknown): string {
  const texts: Readonly<Record<string, string>> = t.problems;
  if (!(error instanceof Refusal)) {
    return (error instanceof Error && texts[error.name]) || t.problems.network;
  }
  if (error.status === 429) return t.problems.tooMany;
  const text = texts[error.type] ?? filled(t.problems.other, { status: error.status });
  const { absentFrom } = error.body;
  return typeof absentFrom === 'string' ? filled(text, { time: momentIn(language, absentFrom) }) : text;
}
