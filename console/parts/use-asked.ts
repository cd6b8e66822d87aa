import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Asked<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly busy: boolean;
  ask(): void;
}

/** What a request answers, at once and whenever it is asked again; an answer that comes after a later question is dropped. */
export function useAsked<T>(question: () => Promise<T>, about: string, { atOnce = true } = {}): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, 'ask'>>({
    value: undefined,
    error: undefined,
    busy: atOnce,
  });
  const latest = useRef(0);
  const current = useRef(question);
  current.current = question;
  const ask = useCallback(() => {
    const nth = ++latest.current;
    const settle = (answer: Partial<Asked<T>>) => {
      if (nth === latest.current) setState((was) => ({ ...was, busy: false, ...answer }));
    };
    setState((was) => ({ ...was, busy: true }));
    current.current().then(
      (value) => settle({ value, error: undefined }),
      (error: unknown) => settle({ error }),
    );
  }, []);
  useEffect(() => {
    if (atOnce) ask();
    return () => {
      latest.current++;
    };
  }, [about]);
  return { ...state, ask };
}
