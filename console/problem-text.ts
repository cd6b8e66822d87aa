import { type ProblemBody, Refusal } from './client.ts';
import { filled, type Language, type Texts } from './texts/index.ts';
import { momentIn } from './time.ts';

type FieldError = NonNullable<ProblemBody['errors']>[number];

/** What is wrong with a field, in the person's language; in that of its form where only the form can say it. */
export function fieldText(t: Texts, { code, limit, message }: FieldError): string {
  return code === undefined ? message : filled(t.fieldErrors[code], { limit: limit ?? '' });
}

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
