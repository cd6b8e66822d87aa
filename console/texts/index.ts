import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { en } from './en.ts';
import { id } from './id.ts';

type Wide<T> = { readonly [K in keyof T]: T[K] extends string ? string : Wide<T[K]> };
export type Texts = Wide<typeof en>;

export const LANGUAGES = { en, id } as const satisfies Readonly<Record<string, Texts>>;
export type Language = keyof typeof LANGUAGES;

/** A preference, not a secret, and nothing that tabs must agree on. */
const NAME = 'sekali-language';

export function chosenLanguage(): Language {
  const stored = tried(() => localStorage.getItem(NAME));
  if (stored === 'en' || stored === 'id') return stored;
  return navigator.language.startsWith('id') ? 'id' : 'en';
}

export function rememberLanguage(language: Language): void {
  tried(() => localStorage.setItem(NAME, language));
}

/** Puts values in the places of a text. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

export interface Words {
  readonly t: Texts;
  readonly language: Language;
}

export const WordsContext = createContext<Words>({ t: en, language: 'en' });
export const useWords = (): Words => useContext(WordsContext);

function tried<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
